import type { Weave } from './weave.js';
import { bands, strip, temple } from '../motifs/border.js';
import { flower, sprig } from '../motifs/flower.js';

/** Wild silk in its own gold, slubs in the weft, plain contrast edge, striped gicha end. */
export const tussar: Weave = {
  fabric: { sheen: 0.26, sharpness: 4, slub: 1, sheer: 0, grain: 1.5 },
  field: ({ motif = 0 }) => ({
    width: 36,
    height: 30,
    draw: ({ accent, border }) =>
      motif % 3 === 0
        ? ''
        : motif % 3 === 1
          ? [
              [6, 6],
              [24, 6],
              [15, 21],
              [33, 21],
            ]
              .map(([x, y], k) => sprig(x, y, 5.4, accent, border, k % 2 === 1))
              .join('')
          : [
              [4.5, 5],
              [13.5, 15],
              [22.5, 5],
              [31.5, 15],
              [4.5, 25],
              [22.5, 25],
            ]
              .map(([x, y]) => flower(x, y, 2.2, 6, accent, border))
              .join(''),
  }),
  border: () => ({
    width: 6,
    height: 9,
    draw: ({ border, accent }) =>
      temple(6, 3, 2.4, 2.2, border) +
      bands(6, 2.4, [
        [4.6, border],
        [0.4, accent],
        [0.5, border],
        [0.3, accent],
        [0.8, border],
      ]),
  }),
  pallu:
    () =>
    ({ pallu, accent }, random) => {
      let out = strip(30, 14, pallu);
      for (let x = 6; x < 60; x += 1.5) {
        if (x > 29.4 && x < 44.2) continue;
        const w = random.between(0.25, 0.95);
        out += `<rect x="${x}" width="${w.toFixed(2)}" height="110"
          fill="${random.next() < 0.34 ? accent : pallu}" opacity="${random.between(0.6, 1).toFixed(2)}"/>`;
      }
      for (let k = 0; k < 16; k += 1)
        out += `<path d="M37 ${3.4 + k * 6.9 - 2.9}l4 2.9l-4 2.9l-4-2.9Z" fill="none" stroke="${accent}"
          stroke-width=".7"/>`;
      return out;
    },
};
