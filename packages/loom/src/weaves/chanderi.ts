import type { Weave } from './weave.js';
import { bands, circle, diamonds, strip } from '../motifs/border.js';
import { flower, sprig } from '../motifs/flower.js';

/** Fine cotton and silk, airy and pale, small buti in gold, a thin line of zari. */
export const chanderi: Weave = {
  fabric: { sheen: 0.2, sharpness: 7, slub: 0.1, sheer: 0.16, grain: 0.9 },
  field: ({ motif = 0 }) => ({
    width: 12,
    height: 13,
    draw: ({ zari, ground, accent }) =>
      [
        [3, 3.25],
        [9, 9.75],
      ]
        .map(([x, y], k) =>
          motif % 3 === 0
            ? `${circle(x, y, 0.95, zari)}
            ${circle(x, y, 0.6, ground)}
            ${circle(x, y, 0.42, zari)}`
            : motif % 3 === 1
              ? sprig(x, y, 3, zari, accent, k === 1)
              : flower(x, y, 2, 6, accent, zari),
        )
        .join(''),
  }),
  border: () => ({
    width: 6,
    height: 5.4,
    draw: ({ zari, border }) =>
      bands(6, 0, [
        [0.3, zari],
        [0.5, 'none'],
        [0.2, zari],
        [0.3, border],
        [2.6, border],
        [0.2, zari],
        [0.3, border],
        [1, zari],
      ]) + diamonds(6, 4, 2.6, 1.6, zari, border),
  }),
  pallu:
    () =>
    ({ zari, border }) => {
      let out = '';
      for (let k = 0; k < 9; k += 1) out += strip(14 + k * 1.8, 0.35 + k * 0.08, zari);
      out += strip(34, 5, border) + strip(33.2, 0.5, zari) + strip(39.4, 0.5, zari);
      for (let k = 0; k < 22; k += 1) out += flower(36.5, 2.5 + k * 5, 2.4, 6, zari, border);
      for (let k = 0; k < 5; k += 1) out += strip(42 + k * 3.4, 1.5, zari);
      return out;
    },
};
