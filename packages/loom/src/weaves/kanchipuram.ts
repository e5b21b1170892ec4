import type { ClothSpec, Drawing, Weave } from './weave.js';
import { peacock } from '../motifs/bird.js';
import { bands, beads, diamonds, strip, temple, vine } from '../motifs/border.js';
import { flower } from '../motifs/flower.js';
import { kalga, mango } from '../motifs/mango.js';

/** Heavy mulberry silk, a border in another colour, temple teeth where the two interlock. */
export const kanchipuram: Weave = {
  fabric: { sheen: 0.5, sharpness: 9, slub: 0.05, sheer: 0, grain: 0.7 },
  field: (spec) => fields[(spec.motif ?? 0) % fields.length](spec),
  border: (spec) => ({
    width: 18,
    height: 19,
    draw: ({ zari, border }) => {
      const peacocks = (spec.motif ?? 0) % 2 === 0;
      let figures = '';
      for (let k = 0; k < 3; k += 1) {
        figures += peacocks
          ? peacock(3 + k * 6, 9.3, 4.9, zari, zari, border, k % 2 === 1)
          : mango(3 + k * 6, 9.4, 4.9, zari, border, zari, k % 2 === 1);
      }
      return `${temple(18, 6, 4.2, 3.9, border, zari)}
${bands(18, 4.2, [
  [0.5, border],
  [0.9, zari],
  [0.25, border],
  [0.25, zari],
  [6.5, border],
  [0.25, zari],
  [0.25, border],
  [2.0, zari],
  [0.3, border],
  [0.3, zari],
  [0.5, border],
  [2.6, zari],
  [0.25, border],
])}
${figures}${diamonds(18, 9, 13.7, 1.7, border, zari)}${vine(18, 3, 16.65, 0.85, border, border, 0.2)}`;
    },
  }),
  pallu:
    (spec) =>
    ({ pallu, zari, accent }) => {
      const turned = (x: number, body: string) => `<g transform="translate(${x} 0) rotate(90) scale(1 -1)">${body}</g>`;
      let out = turned(0, temple(110, 28, 5.4, 4.6, pallu, zari)) + strip(5.3, 56, pallu);
      for (const x of [6, 7.2, 20.5, 22, 40, 41.6, 54.2]) out += strip(x, 0.55, zari);
      out += strip(8.6, 3.4, zari) + turned(8.6, diamonds(110, 44, 1.7, 2.6, pallu, zari));
      out += strip(13, 0.3, zari) + turned(13.2, vine(110, 16, 3.4, 1.9, zari, zari, 0.3));
      for (let k = 0; k < 14; k += 1) {
        const y = 4 + k * 7.85;
        out +=
          (spec.motif ?? 0) % 2 === 0
            ? kalga(31.2, y, 7.4, zari, pallu, accent, k % 2 === 0)
            : peacock(31.2, y, 7.6, zari, zari, accent, k % 2 === 0);
        out += flower(25, y + 3.9, 2.2, 8, zari, accent) + flower(37.3, y + 3.9, 2.2, 8, zari, accent);
      }
      out +=
        strip(43, 9.8, zari) +
        turned(
          43,
          diamonds(110, 22, 2.5, 3.6, pallu, accent) +
            beads(110, 44, 5.4, 0.55, pallu, zari) +
            diamonds(110, 22, 7.9, 3.2, pallu, zari),
        );
      for (let x = 55.6; x < 60; x += 1.1) out += strip(x, 0.55, zari);
      return out;
    },
};

const butta = ({ motif = 0 }: ClothSpec): Drawing => ({
  width: 18,
  height: 16,
  draw: ({ zari, ground, accent }) =>
    [
      [4.5, 4],
      [13.5, 12],
    ]
      .map(([x, y], k) =>
        motif % 4 === 0
          ? mango(x, y, 4.2, zari, ground, accent, k === 1)
          : `${flower(x, y, 3.6, 8, zari, accent)}${flower(x, y, 1.7, 8, ground, zari)}`,
      )
      .join(''),
});

const checks = (): Drawing => ({
  width: 9,
  height: 9,
  draw: ({ zari, accent }) => `<path d="M0 .3H9M0 .7H9M.3 0V9M.7 0V9" stroke="${zari}"
      stroke-width=".16"/>${flower(5, 5, 2.4, 8, zari, accent)}`,
});

const lines = (): Drawing => ({
  width: 6,
  height: 6,
  draw: ({ accent, zari }) => `<path d="M0 .2H6" stroke="${accent}" stroke-width=".3"/>
      <path d="M0 3.2H6" stroke="${zari}"
        stroke-width=".16"/>${flower(1.5, 4.7, 0.9, 6, zari, zari)}
          ${flower(4.5, 1.7, 0.9, 6, zari, zari)}`,
});

const brocade = (): Drawing => ({
  width: 9,
  height: 12,
  draw: ({
    zari,
    accent,
    ground,
  }) => `<path d="M0 0C0 3 4.5 3 4.5 6C4.5 9 9 9 9 12M9 0C9 3 4.5 3 4.5 6C4.5 9 0 9 0 12" fill="none" stroke="${zari}"
      stroke-width=".34"/>${flower(4.5, 1.6, 2.6, 8, zari, accent)}
        ${flower(0, 7.6, 2.6, 8, zari, accent)}${flower(9, 7.6, 2.6, 8, zari, accent)}
          ${mango(4.5, 9.9, 2.6, zari, ground, accent)}
            ${mango(0, 4, 2.2, zari, ground, accent)}${mango(9, 4, 2.2, zari, ground, accent)}`,
});

const fields = [butta, checks, brocade, lines] as const;
