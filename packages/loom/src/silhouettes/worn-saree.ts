import { CLOTH_WIDTH, PALLU, type Cloth } from '../cloth.js';
import { foldRow, swingFor, type FoldedRow } from '../fold.js';
import { clothMaterial, plain, sheet, type Sheet } from '../light/scene.js';
import { mix } from '../palette.js';
import { noise } from '../random.js';
import { dressForm, front, halfDepth, halfWidth } from './figure.js';
import { fringe } from './hang.js';
import { sheetOn } from './shapes.js';

const WAIST = 39;
const FLOOR = 141;

export function wornSaree(cloth: Cloth, seed: number): Sheet[] {
  const behind = pallu(cloth, seed + 3);
  return [
    ...dressForm(FLOOR + 3),
    ...blouse(cloth),
    ...lining(cloth),
    skirt(cloth, seed),
    behind,
    fringe(cloth, behind, seed, 4),
    across(cloth, seed),
  ];
}

function blouse(cloth: Cloth): Sheet[] {
  const silk = plain(cloth.inks.border, {
    sheen: cloth.fabric.sheen * 0.7,
    sharpness: cloth.fabric.sharpness,
    mottle: 0.03,
  });
  const edge = plain(cloth.inks.zari, { metal: 0.9, mottle: 0.06 });
  const bodice = sheetOn(silk, 72, 50, 1.5, 30, halfWidth, halfDepth, 0.5);
  const sleeves = [-1, 1].flatMap((side) =>
    (
      [
        [0, 0.84, silk],
        [0.84, 1, edge],
      ] as const
    ).map(([from, to, material]) =>
      sheet(36, 20, material, (i, j, out) => {
        const t = from + (to - from) * (j / 20);
        const angle = (i / 36) * Math.PI * 2;
        const radius = 5.9 - t * 0.5 + 0.2 * Math.sin(angle * 3 + t * 4);
        out.x = side * (13.4 + t * 5.4 + 0.4 * Math.sin(t * 3)) + Math.cos(angle) * radius * 0.94;
        out.y = 6.4 + t * 12 + Math.cos(angle) * radius * 0.3 * -side - (1 - t) * 1.2;
        out.z = Math.sin(angle) * radius * 1.05;
        out.u = angle * 4;
        out.v = t * 9;
      }),
    ),
  );
  return [bodice, ...sleeves];
}

function lining(cloth: Cloth): Sheet[] {
  if (cloth.fabric.sheer < 0.3) return [];
  const wide = (y: number) => (y < 58 ? halfWidth(y) : 17.6) + Math.max(0, (y - 56) / 85) * 8.4;
  const deep = (y: number) => (y < 58 ? halfDepth(y) : 12.3) + Math.max(0, (y - 56) / 85) * 7.4;
  return [
    sheetOn(
      plain(mix(cloth.inks.ground, cloth.inks.accent, 0.25), { sheen: 0.3, sharpness: 8 }),
      90,
      60,
      WAIST,
      FLOOR - 1,
      wide,
      deep,
      0.3,
    ),
  ];
}

function skirt(cloth: Cloth, seed: number): Sheet {
  const columns = 400;
  const rows = 110;
  return sheet(columns, rows, clothMaterial(cloth), (i, j, out) => {
    const t = j / rows;
    const y = WAIST + t * (FLOOR - WAIST);
    // Most columns go to the pleats; the back is hidden.
    const across = (i / columns - 0.5) * 2;
    const angle = 0.95 * across + 0.9 * across * across * across;
    const fall = Math.max(0, (y - 56) / (FLOOR - 56));
    const wide = (y < 58 ? halfWidth(y) : 17.6) + 1 + fall * 9;
    const deep = (y < 58 ? halfDepth(y) : 12.3) + 1.2 + fall * 8;
    const place = (angle + 0.06) / (0.3 + 0.26 * t);
    const front = Math.exp(-Math.pow(place / 1.25, 4));
    const saw = Math.max(-3, Math.min(3, place * 2.6));
    const part = saw - Math.floor(saw);
    const back = Math.max(0, (part - 0.8) / 0.2);
    const pleat = (Math.pow(part, 1.4) - Math.pow(back, 1.5)) * front * (0.7 + 2.5 * t);
    const soft =
      (1 - front) *
      (Math.sin(angle * 9 + noise(t * 1.5, 3, seed) * 1.5) * 0.9 + noise(angle * 5, t * 1.4, seed + 1) * 1.4) *
      Math.pow(t, 1.3) *
      1.3;
    const pull = noise(angle * 2.4 + t * 2.1, t * 2.2, seed + 2) * 0.5 * (1 - t);
    const r = pleat + soft + pull + front * 1.2;
    out.x = Math.sin(angle) * (wide + r);
    out.z = Math.cos(angle) * (deep + r);
    out.y = y;
    out.u = -300 + angle * 25 + (Math.floor(saw) + part * 0.12 + back * 0.88) * 6;
    out.v = CLOTH_WIDTH - (FLOOR - y) * 0.87;
  });
}

function curve(t: number): readonly [number, number, number, number] {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = [-21, 49, -3, 53, 8, 28, 11.6, 0.6];
  const s = 1 - t;
  return [
    s * s * s * x0 + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t * t * t * x3,
    s * s * s * y0 + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t * t * t * y3,
    3 * s * s * (x1 - x0) + 6 * s * t * (x2 - x1) + 3 * t * t * (x3 - x2),
    3 * s * s * (y1 - y0) + 6 * s * t * (y2 - y1) + 3 * t * t * (y3 - y2),
  ];
}

function across(cloth: Cloth, seed: number): Sheet {
  const columns = 170;
  const rows = 110;
  return sheet(columns, rows, clothMaterial(cloth), (i, j, out) => {
    const t = j / rows;
    const s = i / columns - 0.5;
    const [cx, cy, dx, dy] = curve(t);
    const size = Math.hypot(dx, dy);
    const width = 23 - 12.5 * Math.pow(t, 0.7);
    out.x = cx - (dy / size) * s * width;
    out.y = cy + (dx / size) * s * width;
    const saw = (s + 0.5) * (3 + 2 * t);
    const part = saw - Math.floor(saw);
    const lift = (Math.pow(part, 1.3) - Math.pow(Math.max(0, part - 0.85) / 0.15, 2)) * (0.9 + 0.6 * t);
    const reach = halfWidth(out.y) + 1.4 + lift * 0.4;
    const past = Math.abs(out.x) - reach;
    out.z = front(out.x, out.y) + 2.5 + lift + 0.5 * noise(s * 7, t * 4, seed) + (s + 0.5) * 1.2;
    if (past > 0) {
      out.x = Math.sign(out.x) * reach;
      out.z = 0.5 - past + lift;
    }
    if (t > 0.93) out.z -= (t - 0.93) * 70;
    const stretch = s + 0.5 < 0.55 ? (s + 0.5) * 0.8 : 0.44 + (s + 0.5 - 0.55) * 1.24;
    out.u = -120 + t * 62;
    out.v = CLOTH_WIDTH - 58 + stretch * 58;
  });
}

function pallu(cloth: Cloth, seed: number): Sheet {
  const width = 92;
  const columns = 260;
  const rows = 110;
  const drop = 112;
  const narrow = swingFor(11, width, 10, seed);
  const broad = swingFor(42, width, 10, seed);
  const lines: FoldedRow[] = Array.from({ length: rows + 1 }, (_, j) => {
    const t = j / rows;
    return foldRow(columns, width, () => narrow + (broad - narrow) * Math.pow(t, 0.6), 10, seed, t * 0.6);
  });
  return sheet(columns, rows, clothMaterial(cloth), (i, j, out) => {
    const t = j / rows;
    const line = lines[j];
    out.x = 12.5 + 15 * Math.pow(t, 0.75) + line.x[i] - line.span / 2;
    out.y = 0.6 + t * drop + Math.max(0, 0.05 - t) * 20;
    out.z = -9 - 10 * Math.pow(t, 0.6) + line.z[i] * (0.4 + 0.6 * Math.min(1, t * 4));
    out.u = PALLU - 0.3 - (1 - t) * drop;
    out.v = CLOTH_WIDTH - width + (i / columns) * width;
  });
}
