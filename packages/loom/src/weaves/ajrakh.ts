import type { Weave } from './weave.js';
import { bands, circle, strip } from '../motifs/border.js';
import { flower } from '../motifs/flower.js';

/** Block print of Kutch: star and circle grids in indigo and madder, resist white. */
export const ajrakh: Weave = {
  fabric: { sheen: 0.05, sharpness: 3, slub: 0.14, sheer: 0, grain: 1.1 },
  field: ({ motif = 0 }) =>
    motif % 2 === 1
      ? {
          width: 6,
          height: 7,
          draw: ({ accent, light, second }) =>
            [
              [1.5, 1.75],
              [4.5, 5.25],
            ]
              .map(
                ([x, y]) =>
                  `${flower(x, y, 2, 6, accent, light)}<path d="M${x} ${y + 1}v.9" stroke="${second}"
            stroke-width=".16"/>`,
              )
              .join(''),
        }
      : {
          width: 9,
          height: 9,
          draw: ({ light, accent, ground }) => {
            let out = '';
            for (const [x, y] of [
              [4.5, 4.5],
              [0, 0],
              [9, 0],
              [0, 9],
              [9, 9],
            ]) {
              out += `${circle(x, y, 3.05, light)}
            ${circle(x, y, 2.85, accent)}${flower(x, y, 4.9, 8, light, ground)}
            ${flower(x, y, 4.1, 8, ground, accent)}${circle(x, y, 0.75, light)}
            ${circle(x, y, 0.5, accent)}`;
            }
            for (const [x, y] of [
              [4.5, 0],
              [0, 4.5],
              [9, 4.5],
              [4.5, 9],
            ])
              out += `<path d="M${x - 0.9} ${y}L${x} ${y - 0.9}L${x + 0.9} ${y}L${x} ${y + 0.9}Z"
            fill="${light}"/>${circle(x, y, 0.36, accent)}`;
            return out;
          },
        },
  border: () => ({
    width: 6,
    height: 8,
    draw: ({ light, border, ground }) => {
      let out = bands(6, 0, [
        [0.25, light],
        [0.8, border],
        [0.25, light],
        [4.4, border],
        [0.25, light],
        [0.9, ground],
        [0.25, light],
        [0.9, border],
      ]);
      for (let k = 0; k < 2; k += 1)
        out += `<path d="M${k * 3} 3.5L${k * 3 + 1.5} 1.5L${k * 3 + 3} 3.5L${k * 3 + 1.5} 5.5Z" fill="${light}"/>
          <path d="M${k * 3 + 0.3} 3.5L${k * 3 + 1.5} 1.9L${k * 3 + 2.7} 3.5L${k * 3 + 1.5} 5.1Z"
            fill="${ground}"/>${flower(k * 3 + 1.5, 3.5, 2, 6, light, border)}`;
      for (let k = 0; k < 8; k += 1)
        out += `${circle(k * 0.75 + 0.38, 0.65, 0.16, light)}
          ${circle(k * 0.75 + 0.38, 6.4, 0.2, light)}`;
      return out;
    },
  }),
  pallu:
    () =>
    ({ pallu, light, ground, accent }) => {
      let out = strip(8, 52, pallu);
      for (const x of [8, 10, 26, 28, 46, 56]) out += strip(x, 0.5, light);
      for (let k = 0; k < 12; k += 1)
        out +=
          flower(18, 4.6 + k * 9.2, 8, 10, light, ground) +
          flower(18, 4.6 + k * 9.2, 6.2, 10, ground, light) +
          flower(37, 4.6 + k * 9.2, 8, 8, light, accent) +
          flower(37, 4.6 + k * 9.2, 6, 8, accent, light) +
          flower(51, 4.6 + k * 9.2, 5, 6, light, ground);
      return out;
    },
};
