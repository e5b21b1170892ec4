import type { Weave } from './weave.js';
import { bands, strip, temple } from '../motifs/border.js';

/** Crisp combed cotton, plain or in fine checks, nizam zari border, striped end. */
export const mangalagiri: Weave = {
  fabric: { sheen: 0.08, sharpness: 3, slub: 0.16, sheer: 0, grain: 1.2 },
  field: ({ motif = 0 }) => ({
    width: 3,
    height: 3,
    draw: (ink) =>
      motif % 3 === 0
        ? ''
        : motif % 3 === 1
          ? `<path d="M0 .25H3" stroke="${ink.accent}" stroke-width=".3"/>
            <path d="M.25 0V3" stroke="${ink.accent}" stroke-width=".3"/>`
          : `<path d="M0 .3H3" stroke="${ink.accent}" stroke-width=".45"/>`,
  }),
  border: ({ motif = 0 }) => ({
    width: 6,
    height: motif % 2 === 0 ? 8 : 6.2,
    draw: (ink) =>
      `${motif % 2 === 0 ? temple(6, 4, 1.8, 1.6, ink.zari) : ''}${bands(6, motif % 2 === 0 ? 1.8 : 0, [
        [0.4, ink.zari],
        [0.3, ink.border],
        [3, ink.zari],
        [0.5, ink.border],
        [1, ink.border],
        [0.5, ink.zari],
        [0.5, ink.border],
      ])}`,
  }),
  pallu: () => (ink) => {
    let out = '';
    for (const [x, w, fill] of [
      [16, 0.6, ink.zari],
      [18, 3, ink.pallu],
      [22, 0.5, ink.zari],
      [24, 6, ink.pallu],
      [31, 0.5, ink.zari],
      [33, 8, ink.pallu],
      [36, 2, ink.zari],
      [42, 0.5, ink.zari],
      [44, 6, ink.pallu],
      [51, 0.5, ink.zari],
      [53, 3, ink.pallu],
      [57, 0.8, ink.zari],
    ] as const)
      out += strip(x, w, fill);
    return out;
  },
};
