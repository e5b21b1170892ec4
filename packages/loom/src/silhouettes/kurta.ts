import { CLOTH_WIDTH, type Cloth } from '../cloth.js';
import { clothMaterial, plain, sheet, type Material, type Sheet } from '../light/scene.js';
import { noise } from '../random.js';
import { ball, tube } from './shapes.js';

export interface Kurta {
  length: number;
  /** Half of the chest, in cm. */
  chest: number;
  /** Half of the hem, in cm. */
  hem: number;
  sleeve: number;
  figures: number;
  frock?: boolean;
}

/** The origin is the base of the hanger's hook. */
export function kurta(cloth: Cloth, cut: Kurta, seed: number): Sheet[] {
  const trim = plain(cloth.inks.zari, { metal: 0.85, mottle: 0.06 });
  const panel = clothMaterial(cloth);
  const inside = plain(cloth.inks.border, { mottle: 0.05 });
  const made = [
    ...hanger(cut.chest * 0.86),
    body(cloth, cut, panel, seed, false),
    body(cloth, cut, inside, seed, true),
    placket(cloth, cut),
    collar(cut, trim),
  ];
  for (const side of [-1, 1] as const) made.push(sleeve(cut, panel, side, seed));
  for (let k = 0; k < 5; k += 1)
    made.push(ball([0, 8.2 + k * cut.length * 0.058, depthAt(cut, 0, 8.2) + 1.15], 0.48, trim));
  return made;
}

function hanger(half: number): Sheet[] {
  const wood = plain('#8a5a36', { sheen: 0.4, sharpness: 14, mottle: 0.1 });
  const brass = plain('#c9a45c', { metal: 1 });
  return [
    tube(
      (t) => {
        const a = (t - 0.5) * 2;
        return [a * half, 2.2 + a * a * 5.2 - 1.4, 2.2];
      },
      (t) => 0.9 + 0.35 * Math.abs(t - 0.5),
      wood,
    ),
    tube(
      (t) => {
        const a = -0.4 + t * 4.1;
        return t < 0.18
          ? [0, 1 - t * 22, 2.2]
          : [Math.sin(a) * 2.2 - 2.2 * Math.sin(0.338), -5.3 + Math.cos(a) * 2.2 - 0.6, 2.2];
      },
      () => 0.28,
      brass,
    ),
  ];
}

function widthAt(cut: Kurta, t: number): number {
  const shoulder = cut.chest * 0.88;
  if (t < 0.2) return shoulder + (cut.chest - shoulder) * Math.pow(t / 0.2, 0.7);
  const f = (t - 0.2) / 0.8;
  if (cut.frock)
    return f < 0.2
      ? cut.chest * (1 - (0.1 * f) / 0.2)
      : cut.chest * 0.9 + (cut.hem - cut.chest * 0.9) * Math.pow((f - 0.2) / 0.8, 0.7);
  return cut.chest + (cut.hem - cut.chest) * (f * 0.75 + f * f * 0.25) - Math.sin(f * Math.PI) * cut.chest * 0.05;
}

function depthAt(cut: Kurta, a: number, y: number): number {
  const t = Math.max(0, y / cut.length);
  return 2.6 + Math.sqrt(Math.max(0, 1 - a * a)) * (2.2 + 2.6 * Math.min(1, t * 2.4));
}

function body(cloth: Cloth, cut: Kurta, material: Material, seed: number, back: boolean): Sheet {
  const columns = back ? 80 : 220;
  const rows = back ? 60 : 190;
  return sheet(columns, rows, material, (i, j, out) => {
    const a = Math.sin((i / columns - 0.5) * Math.PI);
    const t = j / rows;
    const open = 0.36;
    const neck = Math.abs(a) < open ? Math.sqrt(1 - Math.pow(a / open, 2)) * (back ? 1.4 : cut.chest * 0.3) : 0;
    const top = 1 + Math.abs(a) * 3.4 + neck;
    const y = top + t * (cut.length - top);
    const s = y / cut.length;
    const w = widthAt(cut, s);
    const fall = cut.frock ? Math.max(0, (s - 0.36) / 0.64) : Math.pow(s, 1.4);
    const strong = cut.frock ? 1.9 : 0.85;
    const folds = cut.frock ? 15 : 8;
    const fold =
      (Math.sin(a * folds + noise(a * 2, s, seed) * 2.4) + 0.5 * noise(a * 7, s * 1.2, seed + 1)) * fall * strong;
    const pull = noise(a * 3 + s * 3, s * 4, seed + 2) * 0.35;
    out.x = a * w + (cut.frock ? Math.cos(a * folds) * fall * 0.6 : 0);
    out.y = y + (s > 0.95 ? Math.sin(a * folds) * 0.3 * fall : 0);
    out.z = back ? 1.2 : depthAt(cut, a, y) + fold + pull;
    out.u = -200 + (a * w * (cut.frock ? 1 + fall : 1.05)) / cut.figures;
    out.v = CLOTH_WIDTH - (cut.length - y) / cut.figures;
    if (out.v < CLOTH_WIDTH - 84) out.v = 2 * (CLOTH_WIDTH - 84) - out.v;
  });
}

function placket(cloth: Cloth, cut: Kurta): Sheet {
  const top = 1 + cut.chest * 0.3 - 0.2;
  const length = cut.length * (cut.frock ? 0.3 : 0.36);
  return sheet(24, 60, clothMaterial(cloth), (i, j, out) => {
    const a = i / 24 - 0.5;
    const t = j / 60;
    const point = t > 0.94 ? (t - 0.94) / 0.06 : 0;
    out.x = a * 4.6 * (1 - point * 0.9);
    out.y = top + t * length;
    out.z = depthAt(cut, 0, out.y) + 0.75 + 0.2 * Math.cos(a * Math.PI);
    out.u = -90 + out.y / cut.figures;
    out.v = CLOTH_WIDTH - 1 - (a + 0.5) * 5;
  });
}

function collar(cut: Kurta, trim: Material): Sheet {
  const open = 0.36;
  return tube(
    (t) => {
      const angle = t * Math.PI;
      const a = -Math.cos(angle) * open;
      const x = a * widthAt(cut, 0.05);
      const y = 1 + Math.abs(a) * 3.4 + Math.sin(angle) * cut.chest * 0.3;
      return [x, y, depthAt(cut, a, y) + 0.3];
    },
    () => 0.5,
    trim,
    50,
  );
}

function sleeve(cut: Kurta, material: Material, side: -1 | 1, seed: number): Sheet {
  return sheet(60, 90, material, (i, j, out) => {
    const t = j / 90;
    const angle = (i / 60 - 0.5) * Math.PI * 1.02;
    const half = cut.chest * 0.42 * (1 - 0.28 * t);
    const lean = 0.36;
    const out0 = cut.chest * 0.9 - Math.cos(lean) * cut.chest * 0.42;
    const along = t * cut.sleeve;
    const cross = Math.sin(angle) * half;
    out.x = side * (out0 + along * Math.sin(lean) + cross * Math.cos(lean));
    out.y = 4.5 + Math.sin(lean) * cut.chest * 0.42 + along * Math.cos(lean) - cross * Math.sin(lean);
    out.z =
      2 +
      Math.cos(angle) * (half * 0.55) +
      noise(angle * 2 + t * 3, t * 5, seed + 8 + side) * 0.5 -
      Math.max(0, 0.05 - t) * 20;
    out.u = -140 + cross / cut.figures + side * 30;
    out.v = CLOTH_WIDTH - (1 - t) * (cut.sleeve / cut.figures) * 0.96;
  });
}
