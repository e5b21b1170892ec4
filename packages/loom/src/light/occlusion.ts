/** Pixels per occlusion value in each direction. */
export const OCCLUSION_STEP = 5;

/** Screen-space ambient occlusion: the share of visible sky, with a small and a large radius. */
export function occlusion(depth: Float32Array, width: number, height: number, pixelsPerCm: number): Float32Array {
  const step = OCCLUSION_STEP;
  const w = Math.ceil(width / step);
  const h = Math.ceil(height / step);
  const small = new Float32Array(w * h);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      small[y * w + x] = depth[Math.min(height - 1, y * step) * width + Math.min(width - 1, x * step)];
    }
  }
  const open = new Float32Array(w * h).fill(1);
  for (const [reach, strength] of [
    [2, 1],
    [7, 0.8],
  ] as const) {
    const radius = Math.max(1, (reach * pixelsPerCm) / step);
    for (let y = 0; y < h; y += 1) {
      for (let x = 0; x < w; x += 1)
        open[y * w + x] = open[y * w + x] * (1 - strength * hidden(small, w, h, x, y, radius, reach));
    }
  }
  return blur(open, w, h);
}

/** Ten samples on a spiral, rotated per pixel to avoid patterns. */
const LOOKS = Array.from({ length: 40 }, (_, k) => {
  const turn = (k % 10) * 2.39996 + Math.floor(k / 10) * 0.785;
  const far = Math.sqrt(((k % 10) + 0.6) / 10);
  return [Math.cos(turn) * far, Math.sin(turn) * far, far] as const;
});

function hidden(
  depth: Float32Array,
  w: number,
  h: number,
  x: number,
  y: number,
  radius: number,
  reach: number,
): number {
  const own = depth[y * w + x];
  const first = ((x & 1) + (y & 1) * 2) * 10;
  let sum = 0;
  for (let k = first; k < first + 10; k += 1) {
    const [dx, dy, far] = LOOKS[k];
    const qx = Math.min(w - 1, Math.max(0, Math.round(x + dx * radius)));
    const qy = Math.min(h - 1, Math.max(0, Math.round(y + dy * radius)));
    const above = depth[qy * w + qx] - own;
    if (above <= 0) continue;
    const near = Math.max(0, 1 - above / (reach * 2.6));
    sum += Math.min(1, above / (reach * far + 0.2)) * near;
  }
  return Math.min(0.85, (sum / 10) * 1.25);
}

/** Two box blurs of three values approximate a Gaussian. */
function blur(source: Float32Array, width: number, height: number): Float32Array {
  let from = source;
  for (let pass = 0; pass < 2; pass += 1) {
    from = boxBlur(from, height, width, width, 1);
    from = boxBlur(from, width, height, 1, width);
  }
  return from;
}

/** Averages neighbours along lines of `length` values that are `step` apart; lines begin `lineStep` apart. */
function boxBlur(source: Float32Array, lines: number, length: number, lineStep: number, step: number): Float32Array {
  const out = new Float32Array(source.length);
  for (let line = 0; line < lines; line += 1) {
    const at = (k: number) => source[line * lineStep + Math.max(0, Math.min(length - 1, k)) * step];
    let sum = at(-1) + at(0) + at(1);
    for (let k = 0; k < length; k += 1) {
      out[line * lineStep + k * step] = sum * (1 / 3);
      sum += at(k + 2) - at(k - 1);
    }
  }
  return out;
}
