import type { Drawing, Ink, Weave } from './weave.js';
import { bands, strip } from '../motifs/border.js';
import { flower, leaf } from '../motifs/flower.js';
import { peacock } from '../motifs/bird.js';

/** Pen-drawn vines in madder, indigo and myrobalan yellow with iron-black outlines, on cotton. */
export const kalamkari: Weave = {
  fabric: { sheen: 0.05, sharpness: 3, slub: 0.2, sheer: 0, grain: 1.1 },
  field: ({ motif = 0 }) => vines(motif % 2 === 1),
  border: () => ({
    width: 12,
    height: 12,
    draw: ({ line, second, border, light, accent }) => {
      let out = bands(12, 0, [
        [0.3, line],
        [0.8, second],
        [0.3, line],
        [8.6, border],
        [0.3, line],
        [0.9, second],
        [0.3, line],
        [0.5, border],
      ]);
      out += `<path d="M0 5.7C2 2.6 4 2.6 6 5.7S10 8.8 12 5.7" fill="none" stroke="${light}" stroke-width=".34"/>`;
      for (const [x, y, turn] of [
        [2, 3.6, 150],
        [4.4, 3.8, 40],
        [8, 7.8, 30],
        [10.4, 7.6, 140],
        [6, 5.7, 200],
        [0.2, 5.6, 20],
      ])
        out += leaf(x, y, 1.9, turn, second, line);
      out += full(3, 6.6, 3.6, light, accent, second, line) + full(9, 4.6, 3.6, light, accent, second, line);
      return out;
    },
  }),
  pallu:
    () =>
    ({ border, line, second, light, accent }) => {
      let out = strip(4, 56, border) + strip(4, 0.4, line) + strip(6, 0.8, second);
      for (let k = 0; k < 4; k += 1) {
        const y = 14 + k * 27.5;
        out += `<g transform="translate(31 ${y}) rotate(-90)">
          <path d="M-12 20V-8C-12-22 12-22 12-8V20Z" fill="${light}" stroke="${line}" stroke-width=".5"/>
            <path d="M-10.6 20V-7C-10.6-19 10.6-19 10.6-7V20" fill="none" stroke="${border}" stroke-width=".6"/>
<path d="M0 19C1 12-2 6 0-2M0 12C-4 9-7 9-8 4M0 10C4 8 7 7 8 2M0 4C-4 2-6-1-6-5M0 2C4 0 6-3 6-7" fill="none"
  stroke="${line}" stroke-width=".6"/>${full(0, -7, 7.5, border, second, light, line)}
    ${full(-8, 3, 5, accent, light, second, line)}
      ${full(8, 1, 5, accent, light, second, line)}
        ${full(-6, -7, 3.6, second, border, light, line)}
          ${full(6, -8.5, 3.6, second, border, light, line)}
            ${peacock(-5, 13.5, 7, accent, border, second)}
            ${peacock(5, 13.5, 7, accent, border, second, true)}</g>`;
      }
      out += strip(55, 0.8, second) + strip(57, 0.5, line) + strip(58.4, 0.5, light);
      return out;
    },
};

function full(x: number, y: number, size: number, outer: string, inner: string, eye: string, line: string): string {
  return flower(x, y, size, 9, outer, inner, line) + flower(x, y, size * 0.58, 7, inner, eye, line);
}

function vines(dense: boolean): Drawing {
  return {
    width: 36,
    height: 36,
    draw: (ink, random) => {
      const stem =
        'M9-1C2 6 16 10 9 18S2 30 9 37M27-1C34 6 20 10 27 18S34 30 27 37' +
        'M9 18C14 15 18 16 20 11M27 18C22 22 18 21 15 27' +
        'M8 5C12 3 16 4 18 0M28 30C24 33 20 33 18 36';
      let out = `<path d="${stem}" fill="none" stroke="${ink.line}" stroke-width=".62"/>
        <path d="${stem}" fill="none" stroke="${ink.second}" stroke-width=".2"/>`;
      const inks: Ink[] = ['accent', 'second', 'accent', 'border'];
      for (const [x, y] of [
        [6, 9],
        [12, 12],
        [5, 24],
        [12, 30],
        [24, 8],
        [31, 12],
        [23, 27],
        [31, 30],
        [13, 3],
        [23, 33],
        [15, 22],
        [21, 14],
        [8, 16],
        [28, 20],
        [33, 3],
        [3, 33],
      ]) {
        const turn = random.between(0, 360);
        out +=
          leaf(x, y, random.between(2.6, 3.8), turn, ink[random.pick(inks)], ink.line) +
          leaf(x, y, random.between(2, 3), turn + 75, ink[random.pick(inks)], ink.line);
      }
      for (const [x, y, size] of [
        [20, 9.5, 7.4],
        [15, 28, 7.4],
        [3.4, 3.8, 6],
        [33, 20.5, 6],
        [8.6, 20.6, 5.4],
        [28, 34, 5],
        [28.5, 3.6, 5],
      ])
        out += full(x, y, size, ink.border, ink.second, ink.light, ink.line);
      for (const [x, y, size] of [
        [26, 13, 4],
        [10, 8.6, 4],
        [22.6, 22, 4.4],
        [5, 29, 4.2],
        [33, 28, 4],
        [15, 17, 3.4],
      ])
        out += full(x, y, size, ink.accent, ink.light, ink.second, ink.line);
      if (dense)
        out +=
          peacock(20.5, 29.5, 6.4, ink.accent, ink.border, ink.second) +
          peacock(15.5, 6.5, 6, ink.accent, ink.border, ink.second, true);
      for (let k = 0; k < 46; k += 1)
        out += `<circle cx="${random.between(0.6, 35.4).toFixed(2)}" cy="${random.between(0.6, 35.4).toFixed(2)}"
          r=".22" fill="${ink.border}"/>`;
      return out;
    },
  };
}
