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
    draw: (ink) => {
      const peacocks = (spec.motif ?? 0) % 2 === 0;
      let figures = '';
      for (let k = 0; k < 3; k += 1) {
        figures += peacocks
          ? peacock(3 + k * 6, 9.3, 4.9, ink.zari, ink.zari, ink.border, k % 2 === 1)
          : mango(3 + k * 6, 9.4, 4.9, ink.zari, ink.border, ink.zari, k % 2 === 1);
      }
      return `${temple(18, 6, 4.2, 3.9, ink.border, ink.zari)}
${bands(18, 4.2, [
  [0.5, ink.border],
  [0.9, ink.zari],
  [0.25, ink.border],
  [0.25, ink.zari],
  [6.5, ink.border],
  [0.25, ink.zari],
  [0.25, ink.border],
  [2.0, ink.zari],
  [0.3, ink.border],
  [0.3, ink.zari],
  [0.5, ink.border],
  [2.6, ink.zari],
  [0.25, ink.border],
])}
${figures}${diamonds(18, 9, 13.7, 1.7, ink.border, ink.zari)}${vine(18, 3, 16.65, 0.85, ink.border, ink.border, 0.2)}`;
    },
  }),
  pallu: (spec) => (ink) => {
    const turned = (x: number, body: string) => `<g transform="translate(${x} 0) rotate(90) scale(1 -1)">${body}</g>`;
    let out = turned(0, temple(110, 28, 5.4, 4.6, ink.pallu, ink.zari)) + strip(5.3, 56, ink.pallu);
    for (const x of [6, 7.2, 20.5, 22, 40, 41.6, 54.2]) out += strip(x, 0.55, ink.zari);
    out += strip(8.6, 3.4, ink.zari) + turned(8.6, diamonds(110, 44, 1.7, 2.6, ink.pallu, ink.zari));
    out += strip(13, 0.3, ink.zari) + turned(13.2, vine(110, 16, 3.4, 1.9, ink.zari, ink.zari, 0.3));
    for (let k = 0; k < 14; k += 1) {
      const y = 4 + k * 7.85;
      out +=
        (spec.motif ?? 0) % 2 === 0
          ? kalga(31.2, y, 7.4, ink.zari, ink.pallu, ink.accent, k % 2 === 0)
          : peacock(31.2, y, 7.6, ink.zari, ink.zari, ink.accent, k % 2 === 0);
      out += flower(25, y + 3.9, 2.2, 8, ink.zari, ink.accent) + flower(37.3, y + 3.9, 2.2, 8, ink.zari, ink.accent);
    }
    out +=
      strip(43, 9.8, ink.zari) +
      turned(
        43,
        diamonds(110, 22, 2.5, 3.6, ink.pallu, ink.accent) +
          beads(110, 44, 5.4, 0.55, ink.pallu, ink.zari) +
          diamonds(110, 22, 7.9, 3.2, ink.pallu, ink.zari),
      );
    for (let x = 55.6; x < 60; x += 1.1) out += strip(x, 0.55, ink.zari);
    return out;
  },
};

const butta = ({ motif = 0 }: ClothSpec): Drawing => ({
  width: 18,
  height: 16,
  draw: (ink) =>
    [
      [4.5, 4],
      [13.5, 12],
    ]
      .map(([x, y], k) =>
        motif % 4 === 0
          ? mango(x, y, 4.2, ink.zari, ink.ground, ink.accent, k === 1)
          : `${flower(x, y, 3.6, 8, ink.zari, ink.accent)}${flower(x, y, 1.7, 8, ink.ground, ink.zari)}`,
      )
      .join(''),
});

const checks = (): Drawing => ({
  width: 9,
  height: 9,
  draw: (ink) =>
    `<path d="M0 .3H9M0 .7H9M.3 0V9M.7 0V9" stroke="${ink.zari}"
      stroke-width=".16"/>${flower(5, 5, 2.4, 8, ink.zari, ink.accent)}`,
});

const lines = (): Drawing => ({
  width: 6,
  height: 6,
  draw: (ink) =>
    `<path d="M0 .2H6" stroke="${ink.accent}" stroke-width=".3"/>
      <path d="M0 3.2H6" stroke="${ink.zari}"
        stroke-width=".16"/>${flower(1.5, 4.7, 0.9, 6, ink.zari, ink.zari)}
          ${flower(4.5, 1.7, 0.9, 6, ink.zari, ink.zari)}`,
});

const brocade = (): Drawing => ({
  width: 9,
  height: 12,
  draw: (ink) =>
    `<path d="M0 0C0 3 4.5 3 4.5 6C4.5 9 9 9 9 12M9 0C9 3 4.5 3 4.5 6C4.5 9 0 9 0 12" fill="none" stroke="${ink.zari}"
      stroke-width=".34"/>${flower(4.5, 1.6, 2.6, 8, ink.zari, ink.accent)}
        ${flower(0, 7.6, 2.6, 8, ink.zari, ink.accent)}${flower(9, 7.6, 2.6, 8, ink.zari, ink.accent)}
          ${mango(4.5, 9.9, 2.6, ink.zari, ink.ground, ink.accent)}
            ${mango(0, 4, 2.2, ink.zari, ink.ground, ink.accent)}${mango(9, 4, 2.2, ink.zari, ink.ground, ink.accent)}`,
});

const fields = [butta, checks, brocade, lines] as const;
