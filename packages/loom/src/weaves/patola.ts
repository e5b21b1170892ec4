import type { Weave } from './weave.js';
import { bands, strip } from '../motifs/border.js';
import { dancer, elephant, leafFlower, parrot, stepped } from '../motifs/stepped.js';

/** Double ikat of Patan: a net of squares, each with an elephant, parrot, dancer or leaf. */
export const patola: Weave = {
  fabric: { sheen: 0.42, sharpness: 8, slub: 0.03, sheer: 0, grain: 0.7 },
  field: ({ motif = 0 }) => ({
    width: 18,
    height: 18,
    draw: ({ ground, border, light, accent, second }) => {
      const figures =
        motif % 2 === 0 ? [elephant, leafFlower, leafFlower, parrot] : [leafFlower, dancer, parrot, leafFlower];
      let out = '';
      figures.forEach((figure, k) => {
        const x = (k % 2) * 9;
        const y = (k >> 1) * 9;
        const cell = Math.min(6.1 / figure[0].length, 6.1 / figure.length);
        const inner = k === 0 || k === 3 ? ground : border;
        out += `<rect x="${x}" y="${y}" width="9" height="9" fill="${light}"/>
          <rect x="${x + 0.45}" y="${y + 0.45}" width="8.1" height="8.1" fill="${accent}"/>
            <rect x="${x + 0.95}" y="${y + 0.95}" width="7.1" height="7.1" fill="${inner}"/>`;
        out += stepped(figure, x + 4.5 - (figure[0].length * cell) / 2, y + 4.5 - (figure.length * cell) / 2, cell, {
          a: light,
          b: second,
          c: inner === border ? ground : accent,
          d: light,
        });
      });
      for (const [x, y] of [
        [0, 0],
        [9, 0],
        [0, 9],
        [9, 9],
        [18, 0],
        [0, 18],
        [18, 9],
        [9, 18],
        [18, 18],
      ])
        out += `<path d="M${x - 1.1} ${y}L${x} ${y - 1.1}L${x + 1.1} ${y}L${x} ${y + 1.1}Z" fill="${second}"/>`;
      return out;
    },
  }),
  border: () => ({
    width: 9,
    height: 12,
    draw: ({ light, border, second, accent, ground }) =>
      bands(9, 0, [
        [0.5, light],
        [0.7, border],
        [0.4, second],
        [8, border],
        [0.4, second],
        [0.6, border],
        [0.4, light],
        [1, accent],
      ]) +
      stepped(leafFlower, 0.5, 1.95, 0.29, { a: light, b: accent, c: second, d: ground }) +
      stepped(leafFlower, 4.9, 1.95, 0.29, { a: light, b: second, c: accent, d: ground }) +
      Array.from(
        { length: 12 },
        (_, k) => `<rect x="${k * 0.75}" y="6.4" width=".38" height="2.4" fill="${k % 3 === 0 ? second : light}"/>`,
      ).join(''),
  }),
  pallu:
    () =>
    ({ pallu, light, second, accent }) => {
      let out = strip(5, 55, pallu);
      for (const [x, fill] of [
        [5, light],
        [7, second],
        [19, light],
        [21, accent],
        [39, accent],
        [41, light],
        [53, second],
        [55, light],
        [57.4, accent],
      ] as const)
        out += strip(x, 0.9, fill);
      for (let k = 0; k < 9; k += 1) {
        const y = 1 + k * 12.2;
        out +=
          stepped(elephant, 23, y, 0.84, { a: light, b: second, c: accent }, k % 2 === 0) +
          stepped(parrot, 9, y, 0.74, { a: second, b: light, c: accent }, k % 2 === 1) +
          stepped(dancer, 42.6, y, 0.76, { a: light, b: accent, c: second });
      }
      return out;
    },
};
