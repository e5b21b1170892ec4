import type { Weave } from './weave.js';
import { bands, strip } from '../motifs/border.js';
import { flower, leaf } from '../motifs/flower.js';

/** Crisp sheer silk, scattered embroidered flowers, a scalloped edge. */
export const organza: Weave = {
  fabric: { sheen: 0.75, sharpness: 16, slub: 0, sheer: 0.74, grain: 0.5 },
  field: ({ motif = 0 }) => ({
    width: 18,
    height: 20,
    draw: ({ second, accent, zari, light }) =>
      [
        [4.6, 5],
        [13.6, 15],
      ]
        .map(([x, y], k) => {
          const turn = k * 140 + motif * 40;
          return `<g transform="rotate(${turn} ${x} ${y})">
            <path d="M${x} ${y}q2.6 1 3.4 3.2M${x} ${y}q-2.6 1-3.2 3.4" stroke="${second}" stroke-width=".22"
            fill="none"/>${leaf(x, y, 2.9, 118, second)}${leaf(x, y, 2.6, 205, second)}
            ${leaf(x + 3.2, y + 3, 1.5, 160, second)}${flower(x, y, 3.9, 5, accent, zari)}
            ${flower(x, y, 2, 5, light, zari)}${flower(x + 3.4, y + 3.2, 1.7, 5, accent, zari)}
            ${flower(x - 3.1, y + 3.3, 1.5, 5, accent, zari)}</g>`;
        })
        .join(''),
  }),
  border: () => ({
    width: 12,
    height: 7,
    draw: ({ zari, border, accent, light }) => {
      let out = bands(12, 0, [
        [0.3, zari],
        [0.5, 'none'],
        [0.18, zari],
      ]);
      for (let k = 0; k < 4; k += 1) {
        const x = k * 3;
        out += `<path d="M${x} 4.4Q${x + 1.5} 8.4 ${x + 3} 4.4V3.9H${x}Z" fill="${border}"/>
          <path d="M${x} 4.4Q${x + 1.5} 8.4 ${x + 3} 4.4" fill="none" stroke="${zari}"
            stroke-width=".34"/>${flower(x + 1.5, 2.8, 1.7, 5, accent, zari)}
            ${flower(x + 1.5, 5.2, 0.8, 5, light, zari)}`;
      }
      return out + bands(12, 3.9, [[0.22, zari]]) + bands(12, 6.6, [[0.4, zari]]);
    },
  }),
  pallu:
    () =>
    ({ second, accent, zari, light, border }, random) => {
      let out = '';
      for (let k = 0; k < 62; k += 1) {
        const x = 60 - Math.pow(random.next(), 1.6) * 44;
        const y = random.between(9, 101);
        const size = random.between(2, 5.2);
        out +=
          leaf(x, y, size * 0.8, random.between(0, 360), second) +
          leaf(x, y, size * 0.8, random.between(0, 360), second) +
          flower(x, y, size, 5, accent, zari) +
          flower(x, y, size * 0.5, 5, light, zari);
      }
      return out + strip(58.6, 1.4, border) + strip(57.8, 0.4, zari);
    },
};
