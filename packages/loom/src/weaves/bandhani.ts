import type { Random } from '../random.js';
import type { Weave } from './weave.js';
import { bands, strip } from '../motifs/border.js';

/** A tied knot: an uneven pale ring with a dyed centre. */
function knot(x: number, y: number, ink: string, heart: string, random: Random, size = 0.42): string {
  const s = size * random.between(0.85, 1.15);
  return `<g transform="translate(${(x + random.between(-0.1, 0.1)).toFixed(2)}
    ${(y + random.between(-0.1, 0.1)).toFixed(2)})">
      <rect x="${-s}" y="${-s}" width="${2 * s}" height="${2 * s}" rx="${s * 0.6}" fill="${ink}"/>
        <circle r="${(s * 0.35).toFixed(2)}" fill="${heart}"/></g>`;
}

/** Tie-and-dye of Kutch: thousands of knots in rings and drops. */
export const bandhani: Weave = {
  fabric: { sheen: 0.3, sharpness: 6, slub: 0.05, sheer: 0, grain: 0.8 },
  field: () => ({
    width: 18,
    height: 18,
    draw: ({ light, accent, ground }, random) => {
      let out = '';
      for (const [x, y, first] of [
        [4.5, 4.5, light],
        [13.5, 13.5, accent],
      ] as const) {
        for (const [radius, count, tint] of [
          [1, 5, light],
          [2.3, 11, accent],
          [3.5, 17, first],
        ] as const) {
          for (let k = 0; k < count; k += 1)
            out += knot(
              x + Math.cos((k / count) * 6.283) * radius,
              y + Math.sin((k / count) * 6.283) * radius,
              tint,
              ground,
              random,
            );
        }
      }
      for (const [x, y] of [
        [13.5, 4.5],
        [4.5, 13.5],
      ]) {
        for (let k = -1; k <= 1; k += 1)
          for (let l = -1; l <= 1; l += 1)
            if (Math.abs(k) + Math.abs(l) < 2) out += knot(x + k * 1.2, y + l * 1.2, light, ground, random);
      }
      for (const [x, y] of [
        [9, 0.6],
        [9, 9],
        [0.6, 9],
        [17.4, 9],
        [9, 17.4],
      ])
        out += knot(x, y, accent, ground, random);
      return out;
    },
  }),
  border: () => ({
    width: 6,
    height: 9,
    draw: ({ border, zari, light, accent }, random) => {
      let out =
        bands(6, 0, [
          [9, border],
          [0, border],
        ]) +
        bands(6, 0.3, [[0.25, zari]]) +
        bands(6, 7.4, [
          [0.25, zari],
          [0.4, border],
          [0.7, zari],
        ]);
      for (let k = 0; k < 6; k += 1)
        out += knot(k + 0.5, 1.6, light, border, random, 0.32) + knot(k + 0.5, 6.2, light, border, random, 0.32);
      for (let k = 0; k < 2; k += 1)
        for (let m = 0; m < 8; m += 1)
          out += knot(
            k * 3 + 1.5 + Math.cos(m * 0.785) * 1.05,
            3.9 + Math.sin(m * 0.785) * 1.2,
            accent,
            border,
            random,
            0.3,
          );
      return out;
    },
  }),
  pallu:
    () =>
    ({ pallu, zari, light, accent }, random) => {
      let out = strip(8, 52, pallu);
      for (const x of [8, 9.4, 52, 54, 56]) out += strip(x, 0.6, zari);
      for (let k = 0; k < 6; k += 1) {
        for (const [radius, count, tint] of [
          [1.5, 6, light],
          [3.4, 12, accent],
          [5.4, 20, light],
          [7.4, 28, accent],
        ] as const) {
          for (let m = 0; m < count; m += 1)
            out += knot(
              31 + Math.cos((m / count) * 6.283) * radius * 1.4,
              9 + k * 18.4 + Math.sin((m / count) * 6.283) * radius,
              tint,
              pallu,
              random,
              0.5,
            );
        }
      }
      return out;
    },
};
