import { CLOTH_WIDTH, type Cloth } from '../cloth.js';
import { clothMaterial, plain, sheet, type Sheet } from '../light/scene.js';
import { noise } from '../random.js';
import { dressForm, front, halfDepth, halfWidth } from './figure.js';
import { ball, sheetOn } from './shapes.js';

const WAIST = 36;

export interface Lehenga {
  /** From waist to hem in cm, adult size. */
  drop: number;
  flare: number;
  figures: number;
  sleeves: 'puff' | 'cap';
  dupatta: boolean;
}

export function lehenga(cloth: Cloth, cut: Lehenga, seed: number): Sheet[] {
  const silk = plain(cloth.inks.border === cloth.inks.ground ? cloth.inks.accent : cloth.inks.border, {
    sheen: cloth.fabric.sheen * 0.7,
    sharpness: cloth.fabric.sharpness,
    mottle: 0.03,
  });
  const gold = plain(cloth.inks.zari, { metal: 0.9, mottle: 0.08 });
  const made = [
    ...dressForm(WAIST + cut.drop + 4),
    sheetOn(silk, 72, 60, 1.6, WAIST + 1, halfWidth, halfDepth, 0.6),
    sheetOn(
      gold,
      72,
      6,
      WAIST - 1.2,
      WAIST + 1,
      (y) => halfWidth(y) + 0.5,
      (y) => halfDepth(y) + 0.5,
      0.5,
    ),
    yoke(cloth, cut),
    skirt(cloth, cut, seed),
    ...sleeves(cloth, silk, gold, cut.sleeves === 'puff'),
  ];
  if (cut.dupatta) made.push(sash(cloth, seed + 5));
  for (let k = 0; k < 4; k += 1) made.push(ball([0, 8 + k * 5.2, front(0, 8 + k * 5.2) + 1.3], 0.62, gold));
  return made;
}

function skirt(cloth: Cloth, cut: Lehenga, seed: number): Sheet {
  const columns = 380;
  const rows = 110;
  const gores = 13;
  return sheet(columns, rows, clothMaterial(cloth), (i, j, out) => {
    const t = j / rows;
    const angle = (i / columns - 0.5) * 4.1;
    const open = Math.pow(t, 0.82);
    const wide = 13.6 + (cut.flare - 13.6) * open;
    const deep = 10.4 + (cut.flare * 0.8 - 10.4) * open;
    const turn = angle * gores + noise(angle * 1.8, t * 0.6, seed) * 2.2;
    const fold =
      (Math.sin(turn) + 0.3 * Math.sin(turn * 2 + 1)) *
      (0.35 + 4.2 * Math.pow(t, 1.25)) *
      (0.8 + 0.5 * noise(angle * 3, t, seed + 1));
    const gather = Math.sin(angle * 46) * 0.28 * Math.max(0, 1 - t * 2.5);
    out.x = Math.sin(angle) * (wide + fold + gather) + Math.cos(angle) * Math.cos(turn) * 1.6 * t;
    out.z = Math.cos(angle) * (deep + fold + gather);
    out.y = WAIST + t * cut.drop + (Math.sin(turn) * 0.8 + noise(angle * 2, 2, seed + 2)) * t * t;
    out.u = -260 + (angle * cut.flare * 1.25) / cut.figures;
    out.v = CLOTH_WIDTH - ((1 - t) * cut.drop * 1.02) / cut.figures;
  });
}

function yoke(cloth: Cloth, cut: Lehenga): Sheet {
  return sheet(40, 60, clothMaterial(cloth), (i, j, out) => {
    const t = j / 60;
    const a = i / 40 - 0.5;
    out.y = 2.4 + t * (WAIST - 4);
    out.x = a * 7.4;
    out.z = front(out.x, out.y) + 1.0;
    out.u = -100 + (t * (WAIST - 4)) / cut.figures;
    out.v = CLOTH_WIDTH - 0.5 - (0.5 - Math.abs(a)) * 2 * 6;
  });
}

function sleeves(cloth: Cloth, silk: Sheet['material'], gold: Sheet['material'], puff: boolean): Sheet[] {
  const parts = [
    [0, 0.82, silk],
    [0.82, 0.9, gold],
    [0.9, 1, plain(cloth.inks.border, { sheen: 0.3 })],
  ] as const;
  return [-1, 1].flatMap((side) =>
    parts.map(([from, to, material]) =>
      sheet(60, 30, material, (i, j, out) => {
        const t = from + (to - from) * (j / 30);
        const angle = (i / 60) * Math.PI * 2;
        const full = puff ? 1 + 0.34 * Math.sin(Math.min(1, t / 0.84) * Math.PI) : 1;
        const pleat = puff
          ? 0.34 * Math.sin(angle * 11) * Math.sin(Math.min(1, t / 0.84) * Math.PI)
          : 0.15 * Math.sin(angle * 3 + t * 4);
        const radius = 5.7 * full + pleat;
        out.x = side * (14 + t * 5.6) + Math.cos(angle) * radius * 0.92;
        out.y = 6.2 + t * 12 - Math.cos(angle) * radius * 0.34 * side;
        out.z = Math.sin(angle) * radius;
        out.u = angle * 4;
        out.v = t * 9;
      }),
    ),
  );
}

function sash(cloth: Cloth, seed: number): Sheet {
  return sheet(110, 120, clothMaterial(cloth), (i, j, out) => {
    const t = j / 120;
    const s = i / 110 - 0.5;
    const width = 9 + 5 * t;
    const cx = 12 - 31 * t;
    const cy = 0.8 + 46 * Math.pow(t, 1.12);
    out.x = cx + s * width * 0.86;
    out.y = cy + s * width * 0.5;
    const saw = (s + 0.5) * 4;
    const part = saw - Math.floor(saw);
    const reach = halfWidth(Math.min(60, out.y)) + 3;
    out.z =
      front(out.x, Math.min(60, out.y)) +
      2.6 +
      (Math.pow(part, 1.3) - Math.pow(Math.max(0, part - 0.85) / 0.15, 2)) * 1.3 +
      0.4 * noise(s * 6, t * 5, seed) +
      t * 3.2;
    if (Math.abs(out.x) > reach) out.z = Math.max(-2, 6 - (Math.abs(out.x) - reach) * 1.4) + t * 5;
    if (t < 0.06) out.z -= (0.06 - t) * 70;
    out.u = -180 + t * 66;
    out.v = CLOTH_WIDTH - 34 + (s + 0.5) * 34;
  });
}
