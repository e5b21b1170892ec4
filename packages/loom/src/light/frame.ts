function createFrame(width: number, height: number) {
  const floats = () => new Float32Array(width * height);
  const bytes = () => new Uint8Array(width * height);
  return {
    width,
    height,
    depth: floats().fill(-1e9),
    u: floats(),
    v: floats(),
    key: floats(),
    sky: floats(),
    sheen: floats(),
    gloss: floats(),
    /** 1 + index of the sheet, or 0. */
    sheet: bytes(),
    level: bytes(),
    layers: bytes(),
  };
}

export type Frame = ReturnType<typeof createFrame>;

const frames = new Map<string, Frame>();

export function blank(name: string, width: number, height: number): Frame {
  const key = `${name} ${width} ${height}`;
  let frame = frames.get(key);
  if (!frame) {
    if (frames.size > 5) frames.clear();
    frame = createFrame(width, height);
    frames.set(key, frame);
  }
  frame.depth.fill(-1e9);
  frame.sheet.fill(0);
  frame.layers.fill(0);
  return frame;
}

/** Floats per vertex: pixel x, pixel y, depth, u, v, key, sky, sheen, gloss. */
export const PARTS = 9;

/**
 * Fills a triangle with a depth test; `a`, `b`, `c` are offsets into `vertices`. `behind` is the opaque frame that
 * hides sheer cloth.
 */
export function fillTriangle(
  frame: Frame,
  vertices: Float32Array,
  a: number,
  b: number,
  c: number,
  sheet: number,
  texels: number,
  behind: Frame | null,
): void {
  const ax = vertices[a],
    ay = vertices[a + 1];
  const bx = vertices[b],
    by = vertices[b + 1];
  const cx = vertices[c],
    cy = vertices[c + 1];
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (area === 0) return;
  const { width, height } = frame;
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx)));
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx)));
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy)));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy)));
  if (left > right || top > bottom) return;
  const level = levelOf(vertices, a, b, c, Math.abs(area), texels);
  const inverse = 1 / area;
  const stepB = (cy - ay) * inverse;
  const stepC = -(by - ay) * inverse;
  const az = vertices[a + 2];
  const bz = vertices[b + 2] - az;
  const cz = vertices[c + 2] - az;
  const { depth } = frame;
  for (let y = top; y <= bottom; y += 1) {
    let wb = ((left - ax) * (cy - ay) - (cx - ax) * (y - ay)) * inverse;
    let wc = ((bx - ax) * (y - ay) - (left - ax) * (by - ay)) * inverse;
    const end = y * width + right;
    for (let i = y * width + left; i <= end; i += 1, wb += stepB, wc += stepC) {
      if (wb < 0 || wc < 0 || wb + wc > 1) continue;
      const z = az + wb * bz + wc * cz;
      if (behind) {
        if (z < behind.depth[i]) continue;
        frame.layers[i] = frame.layers[i] + 1;
      }
      if (z <= depth[i]) continue;
      depth[i] = z;
      const wa = 1 - wb - wc;
      frame.u[i] = wa * vertices[a + 3] + wb * vertices[b + 3] + wc * vertices[c + 3];
      frame.v[i] = wa * vertices[a + 4] + wb * vertices[b + 4] + wc * vertices[c + 4];
      frame.key[i] = wa * vertices[a + 5] + wb * vertices[b + 5] + wc * vertices[c + 5];
      frame.sky[i] = wa * vertices[a + 6] + wb * vertices[b + 6] + wc * vertices[c + 6];
      frame.sheen[i] = wa * vertices[a + 7] + wb * vertices[b + 7] + wc * vertices[c + 7];
      frame.gloss[i] = wa * vertices[a + 8] + wb * vertices[b + 8] + wc * vertices[c + 8];
      frame.sheet[i] = sheet;
      frame.level[i] = level;
    }
  }
}

function levelOf(vertices: Float32Array, a: number, b: number, c: number, area: number, texels: number): number {
  const ub = vertices[b + 3] - vertices[a + 3];
  const vb = vertices[b + 4] - vertices[a + 4];
  const uc = vertices[c + 3] - vertices[a + 3];
  const vc = vertices[c + 4] - vertices[a + 4];
  const cloth = Math.abs(ub * vc - uc * vb) * texels * texels;
  const level = Math.round(0.5 * Math.log2(cloth / area + 1e-9) - 0.2);
  return level < 0 ? 0 : level > 4 ? 4 : level;
}
