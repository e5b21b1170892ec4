import type { Weave } from './weave.js';
import { bands, strip } from '../motifs/border.js';
import { flower } from '../motifs/flower.js';

/** Block print of Kutch: star and circle grids in indigo and madder, resist white. */
export const ajrakh: Weave = {
  fabric: { sheen: 0.05, sharpness: 3, slub: 0.14, sheer: 0, grain: 1.1 },
  field: ({ motif = 0 }) =>
    motif % 2 === 1
      ? {
          width: 6,
          height: 7,
          draw: (ink) =>
            [
              [1.5, 1.75],
              [4.5, 5.25],
            ]
              .map(
                ([x, y]) =>
                  `${flower(x, y, 2, 6, ink.accent, ink.light)}<path d="M${x} ${y + 1}v.9" stroke="${ink.second}"
            stroke-width=".16"/>`,
              )
              .join(''),
        }
      : {
          width: 9,
          height: 9,
          draw: (ink) => {
            let out = '';
            for (const [x, y] of [
              [4.5, 4.5],
              [0, 0],
              [9, 0],
              [0, 9],
              [9, 9],
            ]) {
              out += `<circle cx="${x}" cy="${y}" r="3.05" fill="${ink.light}"/>
            <circle cx="${x}" cy="${y}" r="2.85"
            fill="${ink.accent}"/>${flower(x, y, 4.9, 8, ink.light, ink.ground)}
            ${flower(x, y, 4.1, 8, ink.ground, ink.accent)}<circle cx="${x}" cy="${y}" r=".75" fill="${ink.light}"/>
            <circle cx="${x}" cy="${y}" r=".5" fill="${ink.accent}"/>`;
            }
            for (const [x, y] of [
              [4.5, 0],
              [0, 4.5],
              [9, 4.5],
              [4.5, 9],
            ])
              out += `<path d="M${x - 0.9} ${y}L${x} ${y - 0.9}L${x + 0.9} ${y}L${x} ${y + 0.9}Z"
            fill="${ink.light}"/><circle cx="${x}" cy="${y}" r=".36" fill="${ink.accent}"/>`;
            return out;
          },
        },
  border: () => ({
    width: 6,
    height: 8,
    draw: (ink) => {
      let out = bands(6, 0, [
        [0.25, ink.light],
        [0.8, ink.border],
        [0.25, ink.light],
        [4.4, ink.border],
        [0.25, ink.light],
        [0.9, ink.ground],
        [0.25, ink.light],
        [0.9, ink.border],
      ]);
      for (let k = 0; k < 2; k += 1)
        out += `<path d="M${k * 3} 3.5L${k * 3 + 1.5} 1.5L${k * 3 + 3} 3.5L${k * 3 + 1.5} 5.5Z" fill="${ink.light}"/>
          <path d="M${k * 3 + 0.3} 3.5L${k * 3 + 1.5} 1.9L${k * 3 + 2.7} 3.5L${k * 3 + 1.5} 5.1Z"
            fill="${ink.ground}"/>${flower(k * 3 + 1.5, 3.5, 2, 6, ink.light, ink.border)}`;
      for (let k = 0; k < 8; k += 1)
        out += `<circle cx="${k * 0.75 + 0.38}" cy=".65" r=".16" fill="${ink.light}"/>
          <circle cx="${k * 0.75 + 0.38}" cy="6.4" r=".2" fill="${ink.light}"/>`;
      return out;
    },
  }),
  pallu: () => (ink) => {
    let out = strip(8, 52, ink.pallu);
    for (const x of [8, 10, 26, 28, 46, 56]) out += strip(x, 0.5, ink.light);
    for (let k = 0; k < 12; k += 1)
      out +=
        flower(18, 4.6 + k * 9.2, 8, 10, ink.light, ink.ground) +
        flower(18, 4.6 + k * 9.2, 6.2, 10, ink.ground, ink.light) +
        flower(37, 4.6 + k * 9.2, 8, 8, ink.light, ink.accent) +
        flower(37, 4.6 + k * 9.2, 6, 8, ink.accent, ink.light) +
        flower(51, 4.6 + k * 9.2, 5, 6, ink.light, ink.ground);
    return out;
  },
};
