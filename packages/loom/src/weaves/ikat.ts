import type { Weave } from './weave.js';
import { bands, strip } from '../motifs/border.js';
import type { Random } from '../random.js';

const KNOT = 0.22;

/**
 * A lozenge of tied and dyed weft: each line of thread is a hair to the left or right of the one
 * above, so that its edge feathers.
 */
function feathered(
  x: number,
  y: number,
  halfWidth: number,
  halfHeight: number,
  ink: string,
  random: Random,
  steps = 9,
): string {
  let out = '';
  const rows = Math.round((halfHeight * 2) / KNOT);
  for (let r = 0; r < rows; r += 1) {
    const at = (r + 0.5) * KNOT - halfHeight;
    const reach = 1 - Math.abs(at) / halfHeight;
    const half = (Math.ceil(reach * steps) / steps) * halfWidth;
    const shift = random.between(-0.16, 0.16);
    const left = half + random.between(-0.1, 0.34);
    const right = half + random.between(-0.1, 0.34);
    out += `M${(x - left + shift).toFixed(2)}
      ${(y + at - KNOT / 2).toFixed(2)}h${(left + right).toFixed(2)}v${KNOT + 0.02}h${(-left - right).toFixed(2)}Z`;
  }
  return `<path d="${out}" fill="${ink}"/>`;
}

/** Pochampally: nested lozenges with feathered edges. */
export const ikat: Weave = {
  fabric: { sheen: 0.2, sharpness: 6, slub: 0.14, sheer: 0, grain: 1 },
  field: ({ motif = 0 }) => {
    const wide = motif % 2 === 0;
    const width = wide ? 18 : 12;
    const height = wide ? 20 : 14;
    return {
      width,
      height,
      draw: ({ ground, accent, light, border, second }, random) => {
        let out = '';
        const nest = (x: number, y: number, hw: number, hh: number, first: string) => {
          out +=
            feathered(x, y, hw, hh, first, random) +
            feathered(x, y, hw * 0.76, hh * 0.76, ground, random) +
            feathered(x, y, hw * 0.6, hh * 0.6, accent, random) +
            feathered(x, y, hw * 0.36, hh * 0.36, light, random) +
            feathered(x, y, hw * 0.16, hh * 0.16, border, random);
        };
        nest(width / 2, height / 2, width * 0.46, height * 0.46, light);
        for (const [x, y] of [
          [0, 0],
          [width, 0],
          [0, height],
          [width, height],
        ] as const)
          nest(x, y, width * 0.3, height * 0.3, second);
        return out;
      },
    };
  },
  border: () => ({
    width: 9,
    height: 11,
    draw: ({ light, border, accent }, random) => {
      let out = bands(9, 0, [
        [0.4, light],
        [0.5, border],
        [0.3, accent],
        [9.8, border],
      ]);
      for (const x of [0, 4.5, 9])
        out +=
          feathered(x, 5.4, 2, 2.9, light, random) +
          feathered(x, 5.4, 1.3, 1.8, accent, random) +
          feathered(x, 5.4, 0.5, 0.8, border, random);
      return (
        out +
        bands(9, 9, [
          [0.3, light],
          [0.5, border],
          [0.5, accent],
          [0.4, border],
          [0.3, light],
        ])
      );
    },
  }),
  pallu:
    () =>
    ({ pallu, accent, light, ground }, random) => {
      let out = strip(6, 54, pallu);
      for (const x of [7, 8.6, 21, 22.2, 42, 43.2, 52, 54, 56, 58]) out += strip(x, 0.7, x % 2 === 0 ? accent : light);
      for (let k = 0; k < 11; k += 1) {
        const y = 5 + k * 10;
        for (const [x, w, h] of [
          [14.8, 4.6, 4.6],
          [32, 8.6, 4.9],
          [47.6, 3.6, 4.6],
        ]) {
          out +=
            feathered(x, y, w, h, light, random) +
            feathered(x, y, w * 0.74, h * 0.74, accent, random) +
            feathered(x, y, w * 0.46, h * 0.46, ground, random) +
            feathered(x, y, w * 0.2, h * 0.24, light, random);
        }
      }
      return out;
    },
};
