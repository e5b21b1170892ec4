import { plain, type Sheet } from '../light/scene.js';
import { ball, revolve, sheetOn, tube } from './shapes.js';

/** Half width and half depth of a dress form by height; y = 0 at the base of the neck, down is positive. */
const WIDE = [
  [3.9, -9],
  [4.4, -4],
  [7, -0.5],
  [15.8, 3],
  [17.4, 7],
  [16.4, 14],
  [16.4, 20],
  [14.2, 29],
  [12.4, 37],
  [14.2, 44],
  [17.6, 54],
  [17.2, 62],
] as const;
const DEEP = [
  [3.9, -9],
  [4.4, -4],
  [5.2, -0.5],
  [7.2, 3],
  [9, 7],
  [11.2, 14],
  [12.4, 20],
  [10.4, 29],
  [9, 37],
  [10.2, 44],
  [12.2, 54],
  [12, 62],
] as const;

function at(table: readonly (readonly [number, number])[], y: number): number {
  let k = 0;
  while (k < table.length - 2 && table[k + 1][1] < y) k += 1;
  const a = table[k];
  const b = table[k + 1];
  const f = Math.max(0, Math.min(1, (y - a[1]) / (b[1] - a[1])));
  const s = f * f * (3 - 2 * f);
  return a[0] + (b[0] - a[0]) * (f * 0.4 + s * 0.6);
}

export const halfWidth = (y: number): number => at(WIDE, y);
export const halfDepth = (y: number): number => at(DEEP, y);

export function front(x: number, y: number): number {
  const part = x / halfWidth(y);
  const depth = halfDepth(y);
  if (Math.abs(part) >= 0.97) return depth * 0.243 - (Math.abs(part) - 0.97) * halfWidth(y) * 1.4;
  return depth * Math.sqrt(1 - part * part);
}

export function dressForm(stand: number): Sheet[] {
  const wood = '#6b4128';
  return [
    sheetOn(plain('#d9c8ae', { sheen: 0.05, mottle: 0.04 }), 72, 90, -9, 62, halfWidth, halfDepth),
    revolve(
      [0, -9, 0],
      [
        [0.1, -5.2],
        [1.5, -4.8],
        [1.7, -3.6],
        [1, -2.7],
        [3, -1.8],
        [4.2, -0.6],
        [3.9, 0.3],
      ],
      plain(wood, { sheen: 0.5, sharpness: 16, mottle: 0.12 }),
    ),
    tube(
      (t) => [0, 58 + t * (stand - 60), 0],
      () => 1.5,
      plain(wood, { sheen: 0.4, sharpness: 14 }),
    ),
    revolve(
      [0, stand - 3, 0],
      [
        [0.1, 0],
        [10, 0.2],
        [15, 1.4],
        [15.6, 3],
      ],
      plain(wood, { sheen: 0.4, sharpness: 12, mottle: 0.1 }),
    ),
    ball([0, -15, 0], 1.3, plain(wood, { sheen: 0.5, sharpness: 16 })),
  ];
}
