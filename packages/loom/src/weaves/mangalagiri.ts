import type { Weave } from './weave.js';
import { bands, strip, temple } from '../motifs/border.js';

/** Crisp combed cotton, plain or in fine checks, nizam zari border, striped end. */
export const mangalagiri: Weave = {
  fabric: { sheen: 0.08, sharpness: 3, slub: 0.16, sheer: 0, grain: 1.2 },
  field: ({ motif = 0 }) => ({
    width: 3,
    height: 3,
    draw: ({ accent }) =>
      motif % 3 === 0
        ? ''
        : motif % 3 === 1
          ? `<path d="M0 .25H3" stroke="${accent}" stroke-width=".3"/>
            <path d="M.25 0V3" stroke="${accent}" stroke-width=".3"/>`
          : `<path d="M0 .3H3" stroke="${accent}" stroke-width=".45"/>`,
  }),
  border: ({ motif = 0 }) => ({
    width: 6,
    height: motif % 2 === 0 ? 8 : 6.2,
    draw: ({ zari, border }) =>
      `${motif % 2 === 0 ? temple(6, 4, 1.8, 1.6, zari) : ''}${bands(6, motif % 2 === 0 ? 1.8 : 0, [
        [0.4, zari],
        [0.3, border],
        [3, zari],
        [0.5, border],
        [1, border],
        [0.5, zari],
        [0.5, border],
      ])}`,
  }),
  pallu:
    () =>
    ({ zari, pallu }) => {
      let out = '';
      for (const [x, w, fill] of [
        [16, 0.6, zari],
        [18, 3, pallu],
        [22, 0.5, zari],
        [24, 6, pallu],
        [31, 0.5, zari],
        [33, 8, pallu],
        [36, 2, zari],
        [42, 0.5, zari],
        [44, 6, pallu],
        [51, 0.5, zari],
        [53, 3, pallu],
        [57, 0.8, zari],
      ] as const)
        out += strip(x, w, fill);
      return out;
    },
};
