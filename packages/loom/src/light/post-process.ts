import { Random } from '../random.js';

/** Maps linear light (steps of 1/1024 up to 4) to sRGB bytes with soft highlights. */
const curve = Uint8Array.from({ length: 4096 }, (_, i) => {
  const light = i / 1024;
  const held = light < 0.72 ? light : 0.72 + 0.28 * (1 - Math.exp(-(light - 0.72) / 0.34));
  return Math.round(255 * Math.pow(Math.min(1, held), 1 / 2.2));
});

const GRAIN = 256;
/** Grain of ±1.2 levels against banding, tiled. */
const grain = (() => {
  const random = new Random(1);
  return Float32Array.from({ length: GRAIN * GRAIN }, () => random.between(-1.2, 1.2));
})();

export function postProcess(colour: Float32Array, width: number, height: number): Uint8Array {
  const out = new Uint8ClampedArray(width * height * 3);
  const sides = Float32Array.from({ length: width }, (_, x) => 0.06 * Math.pow((x / width - 0.52) * 2, 2));
  let k = 0;
  for (let y = 0; y < height; y += 1) {
    const fallY = 1 - 0.06 * Math.pow((y / height - 0.5) * 2, 2);
    const row = (y & (GRAIN - 1)) * GRAIN;
    for (let x = 0; x < width; x += 1) {
      const fall = (fallY - sides[x]) * 1024;
      const speck = grain[row + (x & (GRAIN - 1))];
      for (let c = 0; c < 3; c += 1, k += 1) {
        const at = (colour[k] * fall) | 0;
        out[k] = curve[at < 0 ? 0 : at > 4095 ? 4095 : at] + speck;
      }
    }
  }
  const bytes = new Uint8Array(out.buffer);
  smooth(bytes, width, height);
  return bytes;
}

/** Softens outlines, not threads: only pixels of high contrast. */
function smooth(pixels: Uint8Array, width: number, height: number): void {
  const row = width * 3;
  const before = Uint8Array.from(pixels);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const k = y * row + x * 3;
      const g = before[k + 1];
      const contrast = Math.max(
        Math.abs(before[k - 2] - before[k + 4]),
        Math.abs(before[k - row + 1] - before[k + row + 1]),
        Math.abs(g - before[k + 4]),
        Math.abs(g - before[k + row + 1]),
      );
      if (contrast < 46) continue;
      for (let c = 0; c < 3; c += 1) {
        pixels[k + c] =
          (before[k + c] * 4 + before[k + c - 3] + before[k + c + 3] + before[k + c - row] + before[k + c + row]) >> 3;
      }
    }
  }
}
