import type { Weave } from './weave.js';
import { bands, beads, circle, strip, vine } from '../motifs/border.js';
import { flower, leaf } from '../motifs/flower.js';
import { kalga } from '../motifs/mango.js';

/** Katan silk covered by a net (jaal) of metal vines with meena blooms, kalga ends. */
export const banarasi: Weave = {
  fabric: { sheen: 0.55, sharpness: 11, slub: 0.03, sheer: 0, grain: 0.55 },
  field: ({ motif = 0 }) =>
    motif % 3 === 2
      ? {
          width: 9,
          height: 11,
          draw: ({ zari, ground, accent }) => `${kalga(2.3, 2.8, 4.4, zari, ground, accent)}
            ${kalga(6.8, 8.3, 4.4, zari, ground, accent, true)}
            ${flower(6.8, 2.6, 1.1, 6, zari, zari)}${flower(2.3, 8.2, 1.1, 6, zari, zari)}`,
        }
      : {
          width: 12,
          height: 16,
          draw: ({ zari, accent, second }) => {
            const net = 'M6 0C10 2 12.2 4.6 12 8C11.8 11.4 10 14 6 16M6 0C2 2-.2 4.6 0 8C.2 11.4 2 14 6 16';
            let out = `<path d="${net}" fill="none" stroke="${zari}" stroke-width=".42"/>`;
            for (const [x, y] of [
              [6, 8],
              [0, 0],
              [12, 0],
              [0, 16],
              [12, 16],
            ]) {
              for (let k = 0; k < 6; k += 1) out += leaf(x, y + 0.4, 3.3, k * 60 + 30, zari);
              out +=
                flower(x, y + 0.2, 4, 8, zari, accent) +
                flower(x, y + 0.2, 2.3, 8, motif % 3 === 1 ? second : accent, zari);
            }
            for (const [x, y, turn] of [
              [6, 2, 180],
              [6, 14, 0],
              [0, 6, 0],
              [0, 10, 180],
              [12, 6, 0],
              [12, 10, 180],
              [2.6, 3, 120],
              [9.4, 3, 240],
              [2.6, 13, 60],
              [9.4, 13, 300],
            ])
              out += leaf(x, y, 1.9, turn, zari);
            for (const [x, y] of [
              [6, 0],
              [6, 16],
              [0, 8],
              [12, 8],
            ])
              out += flower(x, y, 2, 6, zari, accent);
            for (const [x, y] of [
              [3.2, 6.4],
              [8.8, 6.4],
              [3.2, 9.8],
              [8.8, 9.8],
              [3, 0.6],
              [9, 0.6],
              [3, 15.6],
              [9, 15.6],
            ])
              out += circle(x, y, 0.26, zari);
            return out;
          },
        },
  border: () => ({
    width: 12,
    height: 8,
    draw: ({ zari, border, accent }) => `${beads(12, 12, 0.5, 0.36, zari)}${bands(12, 1, [
      [0.5, zari],
      [0.25, border],
      [4.7, border],
      [0.25, border],
      [0.5, zari],
      [0.5, border],
      [0.45, zari],
    ])}${vine(12, 2, 4.1, 1.5, zari, zari, 0.3)}${flower(3, 3.9, 1.9, 6, accent, zari)}
        ${flower(9, 4.3, 1.9, 6, accent, zari)}`,
  }),
  pallu:
    () =>
    ({ pallu, zari, accent }) => {
      let out = strip(2, 58, pallu);
      for (const x of [2, 3.4, 12, 13.2, 40, 41.2, 50, 51.4]) out += strip(x, 0.6, zari);
      for (let k = 0; k < 11; k += 1) {
        const y = 5 + k * 10;
        out +=
          kalga(26.5, y, 9.4, zari, pallu, accent, k % 2 === 0) +
          kalga(18, y + 5, 5.2, zari, pallu, accent, k % 2 === 1) +
          kalga(35.5, y + 5, 5.2, zari, pallu, accent, k % 2 === 1);
      }
      for (const x of [4.8, 42.6])
        out += `<g transform="translate(${x} 0) rotate(90) scale(1
          -1)">${vine(110, 11, 3.3, 2, zari, zari, 0.36)}</g>`;
      for (let k = 0; k < 22; k += 1)
        out += flower(8.2, 2.5 + k * 5, 2.2, 6, accent, zari) + flower(46, 2.5 + k * 5, 2.2, 6, accent, zari);
      for (let x = 53; x < 60; x += 1.2) out += strip(x, 0.7, zari);
      return out;
    },
};
