import type { Weave } from './weave.js';
import { peacock } from '../motifs/bird.js';
import { bands, circle, strip } from '../motifs/border.js';
import { flower, leaf, lotus } from '../motifs/flower.js';

/** Shot silk with small coins, oblique-square (narali) border, peacocks and lotuses on a gold end. */
export const paithani: Weave = {
  fabric: { sheen: 0.62, sharpness: 10, slub: 0.03, sheer: 0, grain: 0.5 },
  field: () => ({
    width: 9,
    height: 10,
    draw: ({ zari }) =>
      [
        [2.25, 2.5],
        [6.75, 7.5],
      ]
        .map(([x, y]) => circle(x, y, 0.5, zari))
        .join(''),
  }),
  border: () => ({
    width: 9,
    height: 13,
    draw: ({ accent, border, second, light, zari }) => {
      let lozenges = '';
      for (let k = -1; k < 4; k += 1) {
        const x = k * 3;
        lozenges += `<path d="M${x} 10.4L${x + 1.9} 3.4H${x + 3.9}L${x + 2} 10.4Z"
          fill="${k % 2 === 0 ? accent : border}"/>
            <path d="M${x + 0.9} 8.6L${x + 1.9} 5.2H${x + 2.9}L${x + 1.9} 8.6Z" fill="${second}"/>
            <path d="M${x + 1.35} 7.5L${x + 1.8} 6H${x + 2.3}L${x + 1.9} 7.5Z" fill="${light}"/>`;
      }
      return `${bands(9, 0, [
        [0.5, border],
        [0.3, zari],
        [0.7, accent],
        [0.3, zari],
        [0.6, border],
        [10.6, zari],
      ])}${lozenges}${bands(9, 2.6, [[0.35, border]])}${bands(9, 10.9, [
        [0.35, border],
        [0.4, zari],
        [0.7, accent],
        [0.3, zari],
        [0.35, border],
      ])}`;
    },
  }),
  pallu:
    () =>
    ({ zari, border, accent, second, light }) => {
      let out = strip(3, 57, zari);
      for (const x of [3, 5, 7, 51, 53, 56.5]) out += strip(x, 0.7, border) + strip(x + 0.9, 0.35, accent);
      for (let k = 0; k < 6; k += 1) {
        const y = 9 + k * 18.4;
        out += `<g transform="translate(29.5 ${y})
          rotate(-90)">${peacock(-4.6, -4, 9.5, accent, second, light)}
            ${peacock(4.6, -4, 9.5, accent, second, light, true)}${lotus(0, 8, 9, border, light)}
            ${lotus(-9, 9, 5, border, second)}${lotus(9, 9, 5, border, second)}
            ${leaf(-3, 14, 4, -60, accent)}${leaf(3, 14, 4, 60, accent)}
            ${flower(0, -11.5, 4, 8, border, light)}${leaf(-2, -13.4, 4.6, -75, accent)}
            ${leaf(2, -13.4, 4.6, 75, accent)}${flower(-9, -15, 2.6, 8, second, light)}
            ${flower(9, -15, 2.6, 8, second, light)}${flower(-9.2, 14.5, 3, 8, border, second)}
            ${flower(9.2, 14.5, 3, 8, border, second)}</g>`;
      }
      return out;
    },
};
