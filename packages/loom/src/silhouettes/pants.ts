import { CLOTH_WIDTH, type Cloth } from '../cloth.js';
import { clothMaterial, plain, sheet, type Sheet } from '../light/scene.js';
import { noise } from '../random.js';
import { tube } from './shapes.js';

export interface Pants {
  length: number;
  /** Half of the waist and half of one hem, in cm. */
  waist: number;
  ankle: number;
  gathered: boolean;
}

/** The origin is the middle of the waist. */
export function pants(cloth: Cloth, cut: Pants, seed: number): Sheet[] {
  const cord = plain(cloth.inks.accent, { sheen: 0.3, mottle: 0.1 });
  const crotch = cut.length * 0.31;
  const legs = [-1, 1].map((side) =>
    sheet(130, 210, clothMaterial(cloth), (i, j, out) => {
      const a = i / 130;
      const t = j / 210;
      const y = 4.5 + t * (cut.length - 4.5);
      const hip = Math.min(1, y / crotch);
      const below = Math.max(0, (y - crotch) / (cut.length - crotch));
      const outer =
        cut.waist * (1.0 + 0.42 * (0.5 - 0.5 * Math.cos(hip * Math.PI))) +
        below * (cut.ankle * 2 + 5 - cut.waist * 1.42);
      const inner = below > 0 ? 0.4 + below * 4.6 : 0.05;
      const width = outer - inner;
      const across = a - 0.5;
      const dome = Math.pow(Math.max(0, 1 - Math.pow(Math.abs(across * 2), 8)), 0.5);
      const gather = cut.gathered ? Math.sin(a * 40 + noise(a * 6, t * 2, seed) * 2) * 0.42 * Math.exp(-y / 22) : 0;
      const fold =
        Math.sin(a * (cut.gathered ? 15 : 5) + noise(a * 3, t * 2.2, seed + side) * 2.6) *
        (cut.gathered ? 1.05 : 0.25) *
        (0.25 + 0.75 * Math.min(1, t * 1.4));
      const crease = Math.exp(-Math.pow(across / 0.022, 2)) * (cut.gathered ? 0 : 0.5);
      const drag = noise(a * 2 + t * 6, t * 9, seed + 4) * 0.32 * Math.exp(-Math.pow((y - crotch) / 16, 2));
      out.x = side * (inner + a * width);
      out.y = y + (t > 0.99 ? 0.15 : 0);
      out.z = 0.2 + dome * (2 + fold + gather + crease + drag + (side === 1 ? 0.15 : 0));
      out.u = -110 * side - 300 + a * width * (cut.gathered ? 1.5 : 1.06);
      out.v = CLOTH_WIDTH - (cut.length - y);
      if (out.v < CLOTH_WIDTH - 84) out.v = 2 * (CLOTH_WIDTH - 84) - out.v;
    }),
  );
  const band = sheet(
    200,
    24,
    plain(cloth.inks.ground, { sheen: cloth.fabric.sheen * 0.5, sharpness: cloth.fabric.sharpness, mottle: 0.05 }),
    (i, j, out) => {
      const a = (i / 200 - 0.5) * 2;
      const b = j / 24;
      out.x = a * cut.waist * (1 + 0.02 * b);
      out.y = b * 5.4 + a * a * 0.5;
      out.z =
        0.3 +
        Math.pow(Math.max(0, 1 - Math.pow(Math.abs(a), 18)), 0.5) *
          Math.pow(Math.max(0, 1 - Math.pow(Math.abs(b * 2 - 1), 7)), 0.5) *
          2.5 +
        (cut.gathered ? Math.sin(a * 75) * 0.28 : 0);
      out.u = a * 9;
      out.v = b * 3;
    },
  );
  const strings = [-1, 1].map((side) =>
    tube(
      (t) => [side * (0.5 + 3.2 * Math.sin(t * 2.4)) + side * t * 1.4, 2.8 + t * 19, 3 + Math.sin(t * Math.PI) * 0.5],
      (t) => (t > 0.88 ? 0.34 + (t - 0.88) * 6 : 0.34),
      cord,
      70,
    ),
  );
  return [...legs, band, ...(cut.gathered ? strings : [])];
}
