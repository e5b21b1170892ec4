/** Pixels per occlusion value in each direction. */
export const OCCLUSION_STEP = 5;

/**
 * Screen-space ambient occlusion: the share of visible sky, with a small and a large radius.
 */
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
  return blur(open, w, h, 1);
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

/** Two box blurs approximate a Gaussian. */
export function blur(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  let from = source;
  for (let pass = 0; pass < 2; pass += 1) {
    from = boxAcross(from, width, height, radius);
    from = boxDown(from, width, height, radius);
  }
  return from;
}

function boxAcross(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(source.length);
  const share = 1 / (radius * 2 + 1);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    for (let k = -radius; k <= radius; k += 1) sum += source[row + Math.max(0, Math.min(width - 1, k))];
    for (let x = 0; x < width; x += 1) {
      out[row + x] = sum * share;
      sum += source[row + Math.min(width - 1, x + radius + 1)] - source[row + Math.max(0, x - radius)];
    }
  }
  return out;
}

function boxDown(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(source.length);
  const share = 1 / (radius * 2 + 1);
  for (let x = 0; x < width; x += 1) {
    let sum = 0;
    for (let k = -radius; k <= radius; k += 1) sum += source[Math.max(0, Math.min(height - 1, k)) * width + x];
    for (let y = 0; y < height; y += 1) {
      out[y * width + x] = sum * share;
      sum += source[Math.min(height - 1, y + radius + 1) * width + x] - source[Math.max(0, y - radius) * width + x];
    }
  }
  return out;
}
