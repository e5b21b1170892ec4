import type { Weave } from './weave.js';
import { peacock } from '../motifs/bird.js';
import { bands, strip } from '../motifs/border.js';
import { flower, leaf, lotus } from '../motifs/flower.js';

/** Shot silk with small coins, oblique-square (narali) border, peacocks and lotuses on a gold end. */
export const paithani: Weave = {
  fabric: { sheen: 0.62, sharpness: 10, slub: 0.03, sheer: 0, grain: 0.5 },
  field: () => ({
    width: 9,
    height: 10,
    draw: (ink) =>
      [
        [2.25, 2.5],
        [6.75, 7.5],
      ]
        .map(([x, y]) => `<circle cx="${x}" cy="${y}" r=".5" fill="${ink.zari}"/>`)
        .join(''),
  }),
  border: () => ({
    width: 9,
    height: 13,
    draw: (ink) => {
      let lozenges = '';
      // Narali: a chain of slanted squares.
      for (let k = -1; k < 4; k += 1) {
        const x = k * 3;
        lozenges += `<path d="M${x} 10.4L${x + 1.9} 3.4H${x + 3.9}L${x + 2} 10.4Z"
          fill="${k % 2 === 0 ? ink.accent : ink.border}"/>
            <path d="M${x + 0.9} 8.6L${x + 1.9} 5.2H${x + 2.9}L${x + 1.9} 8.6Z" fill="${ink.second}"/>
            <path d="M${x + 1.35} 7.5L${x + 1.8} 6H${x + 2.3}L${x + 1.9} 7.5Z" fill="${ink.light}"/>`;
      }
      return `${bands(9, 0, [
        [0.5, ink.border],
        [0.3, ink.zari],
        [0.7, ink.accent],
        [0.3, ink.zari],
        [0.6, ink.border],
        [10.6, ink.zari],
      ])}${lozenges}${bands(9, 2.6, [[0.35, ink.border]])}${bands(9, 10.9, [
        [0.35, ink.border],
        [0.4, ink.zari],
        [0.7, ink.accent],
        [0.3, ink.zari],
        [0.35, ink.border],
      ])}`;
    },
  }),
  pallu: () => (ink) => {
    let out = strip(3, 57, ink.zari);
    for (const x of [3, 5, 7, 51, 53, 56.5]) out += strip(x, 0.7, ink.border) + strip(x + 0.9, 0.35, ink.accent);
    for (let k = 0; k < 6; k += 1) {
      const y = 9 + k * 18.4;
      // Peacocks facing a lotus.
      out += `<g transform="translate(29.5 ${y})
          rotate(-90)">${peacock(-4.6, -4, 9.5, ink.accent, ink.second, ink.light)}
            ${peacock(4.6, -4, 9.5, ink.accent, ink.second, ink.light, true)}${lotus(0, 8, 9, ink.border, ink.light)}
            ${lotus(-9, 9, 5, ink.border, ink.second)}${lotus(9, 9, 5, ink.border, ink.second)}
            ${leaf(-3, 14, 4, -60, ink.accent)}${leaf(3, 14, 4, 60, ink.accent)}
            ${flower(0, -11.5, 4, 8, ink.border, ink.light)}${leaf(-2, -13.4, 4.6, -75, ink.accent)}
            ${leaf(2, -13.4, 4.6, 75, ink.accent)}${flower(-9, -15, 2.6, 8, ink.second, ink.light)}
            ${flower(9, -15, 2.6, 8, ink.second, ink.light)}${flower(-9.2, 14.5, 3, 8, ink.border, ink.second)}
            ${flower(9.2, 14.5, 3, 8, ink.border, ink.second)}</g>`;
    }
    return out;
  },
};
