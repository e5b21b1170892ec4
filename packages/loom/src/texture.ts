/** Texels of five bytes: red, green, blue, metal, density. Level 0 is the finest. */
export interface Texture {
  levels: readonly Level[];
  /** Texels per centimetre at level 0. */
  scale: number;
}

export interface Level {
  width: number;
  height: number;
  pixels: Uint8Array;
}

function half({ width, height, pixels }: Level): Level {
  const w = width >> 1;
  const h = height >> 1;
  const out = new Uint8Array(w * h * 5);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const a = (y * 2 * width + x * 2) * 5;
      const b = a + width * 5;
      const o = (y * w + x) * 5;
      for (let c = 0; c < 5; c += 1) {
        out[o + c] = (pixels[a + c] + pixels[a + 5 + c] + pixels[b + c] + pixels[b + 5 + c] + 2) >> 2;
      }
    }
  }
  return { width: w, height: h, pixels: out };
}

export function withMips(pixels: Uint8Array, width: number, height: number, scale: number): Texture {
  const levels: Level[] = [{ width, height, pixels }];
  for (let i = 0; i < 4; i += 1) levels.push(half(levels[i]));
  return { levels, scale };
}

/**
 * Interpolates the texture at `u`, `v` (cm); `u` repeats, `v` is clamped. Writes the five channels (0–255) to `out`.
 */
export function sample(texture: Texture, level: number, u: number, v: number, out: Float32Array): void {
  const { width, height, pixels } = texture.levels[level];
  const scale = texture.scale / (1 << level);
  const x = u * scale - 0.5;
  const y = v * scale - 0.5;
  const fx0 = Math.floor(x);
  const fy0 = Math.floor(y);
  const fx = x - fx0;
  const fy = y - fy0;
  const x0 = ((fx0 % width) + width) % width;
  const x1 = x0 + 1 === width ? 0 : x0 + 1;
  const y0 = fy0 < 0 ? 0 : fy0 >= height ? height - 1 : fy0;
  const y1 = fy0 + 1 < 0 ? 0 : fy0 + 1 >= height ? height - 1 : fy0 + 1;
  const a = (y0 * width + x0) * 5;
  const b = (y0 * width + x1) * 5;
  const c = (y1 * width + x0) * 5;
  const d = (y1 * width + x1) * 5;
  const wa = (1 - fx) * (1 - fy);
  const wb = fx * (1 - fy);
  const wc = (1 - fx) * fy;
  const wd = fx * fy;
  out[0] = pixels[a] * wa + pixels[b] * wb + pixels[c] * wc + pixels[d] * wd;
  out[1] = pixels[a + 1] * wa + pixels[b + 1] * wb + pixels[c + 1] * wc + pixels[d + 1] * wd;
  out[2] = pixels[a + 2] * wa + pixels[b + 2] * wb + pixels[c + 2] * wc + pixels[d + 2] * wd;
  out[3] = pixels[a + 3] * wa + pixels[b + 3] * wb + pixels[c + 3] * wc + pixels[d + 3] * wd;
  out[4] = pixels[a + 4] * wa + pixels[b + 4] * wb + pixels[c + 4] * wc + pixels[d + 4] * wd;
}
