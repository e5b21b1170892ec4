import { CLOTH_WIDTH, type Cloth } from '../cloth.js';
import { arrange, clothMaterial, plain, type Sheet } from '../light/scene.js';
import { ball, revolve, ring, tube, type Spot } from './shapes.js';

const around = (angle: number, radius: number, y: number): Spot => [
  Math.sin(angle) * radius,
  y,
  Math.cos(angle) * radius,
];

/** The origin is the base of the bag; about 24 cm high. */
export function potli(cloth: Cloth, turn: number): Sheet[] {
  const cord = plain(cloth.inks.zari, { metal: 0.7, mottle: 0.14 });
  const bead = plain(cloth.inks.accent, { sheen: 0.8, sharpness: 20 });
  const profile = [
    [0.1, 0],
    [6.4, -0.3],
    [9.2, -3],
    [10, -7],
    [8.8, -11.2],
    [5.4, -14.4],
    [2.5, -16.2],
    [2.3, -16.9],
    [4.6, -19.4],
    [6.7, -21.8],
  ] as const;
  const bag = revolve([0, 0, 0], profile, clothMaterial(cloth), {
    around: 260,
    flute: (angle, t) => {
      const gather = Math.exp(-Math.pow((t - 0.72) / 0.16, 2));
      return (
        1 +
        (Math.sin((angle + turn) * 16) + 0.5 * Math.sin((angle + turn) * 29 + 1)) *
          (0.012 + 0.09 * gather + (t > 0.78 ? (0.07 * (t - 0.78)) / 0.22 : 0))
      );
    },
    u: (angle) => -90 + (angle + turn) * 9,
    v: (t) => CLOTH_WIDTH - 30 * (1 - t),
  });
  const strings = [-1, 1].flatMap((side) => {
    const end: [number, number, number] = [side * 10.6, -4.4, 8];
    const path = (t: number) =>
      [
        side * (2 + 8.6 * t + Math.sin(t * 3) * 1.6),
        -16.6 + 12.2 * t - Math.sin(t * Math.PI) * 2.6,
        2.4 + 5.8 * Math.sin(t * 1.6),
      ] as const;
    return [
      tube(path, () => 0.26, cord, 50),
      ball(end, 0.95, bead),
      ball([end[0], end[1] + 1.5, end[2]], 0.7, cord),
      tube(
        (t) => [end[0], end[1] + 2 + t * 4, end[2]],
        (t) => 0.3 + t * 0.7,
        plain(cloth.inks.accent, { sheen: 0.3, mottle: 0.25 }),
        20,
      ),
    ];
  });
  const fabric = tube(
    (t) => [Math.cos(t * Math.PI) * 5.2, -19.4 - Math.sin(t * Math.PI) * 10.5, -1.8],
    () => 0.36,
    cord,
    70,
  );
  const pearl = plain('#f0e6d6', { sheen: 1, sharpness: 22 });
  const pearls = Array.from({ length: 16 }, (_, k) => ball(around(k * 0.393, 2.7, -16.6), 0.55, pearl));
  return [fabric, bag, ...strings, ...pearls];
}

/** The origin is the hook; about 8 units high. */
export function jhumka(cloth: Cloth): Sheet[] {
  const gold = plain(cloth.inks.zari, { metal: 1, mottle: 0.1 });
  const enamel = plain(cloth.inks.ground, { sheen: 1, sharpness: 26, mottle: 0.02 });
  const second = plain(cloth.inks.accent, { sheen: 1, sharpness: 26, mottle: 0.02 });
  const pearl = plain('#f3eadb', { sheen: 1, sharpness: 20, mottle: 0.01 });
  const parts: Sheet[] = [];
  const stud = (y: number) => {
    parts.push(revolveFlat([0, y, 0.2], 1.75, gold), ball([0, y, 0.55], 0.92, enamel));
    for (let k = 0; k < 12; k += 1)
      parts.push(
        ball([Math.sin(k * 0.5236) * 1.42, y + Math.cos(k * 0.5236) * 1.42, 0.62], 0.3, k % 2 === 0 ? pearl : second),
      );
  };
  stud(1.8);
  parts.push(ball([0, 4.05, 0.2], 0.46, gold), ball([0, 4.75, 0.2], 0.32, pearl));
  const bell = [
    [0.3, 5],
    [0.9, 5.1],
    [1.25, 5.5],
    [1.15, 5.8],
    [2.2, 6.3],
    [3.1, 7.4],
    [3.5, 8.6],
    [3.62, 9.1],
    [3.85, 9.3],
    [3.8, 9.6],
    [3.5, 9.7],
  ] as const;
  parts.push(
    revolve([0, 0, 0], bell, gold, {
      around: 120,
      flute: (angle, t) => 1 + 0.016 * Math.sin(angle * 30) * (t > 0.35 && t < 0.7 ? 1 : 0),
    }),
  );
  for (let k = 0; k < 18; k += 1) {
    const angle = (k / 18) * Math.PI * 2;
    if (Math.cos(angle) < -0.3) continue;
    parts.push(ball(around(angle, 2.98, 7.9), 0.36, k % 2 === 0 ? enamel : second));
    parts.push(ball(around(angle, 3.6, 10.2), 0.42, pearl), ball(around(angle, 3.6, 10.85), 0.22, gold));
  }
  for (let k = 0; k < 24; k += 1) {
    const angle = (k / 24) * Math.PI * 2;
    if (Math.cos(angle) > -0.3) parts.push(ball(around(angle, 2.3, 6.6), 0.22, pearl));
  }
  return parts;
}

function revolveFlat(at: readonly [number, number, number], radius: number, material: Sheet['material']): Sheet {
  const disc = revolve(
    [0, 0, 0],
    [
      [0.05, -0.45],
      [radius * 0.8, -0.4],
      [radius, -0.1],
      [radius * 0.96, 0.15],
    ],
    material,
    { around: 60, flute: (angle) => 1 + 0.05 * Math.cos(angle * 12) },
  );
  const { points } = disc;
  for (let n = 0; n < points.length; n += 3) {
    const y = points[n + 1];
    points[n + 1] = at[1] + points[n + 2];
    points[n] = at[0] + points[n];
    points[n + 2] = at[2] - y;
  }
  return disc;
}

function bangle(cloth: Cloth, k: number): Sheet[] {
  const gold = plain(cloth.inks.zari, { metal: 1, mottle: 0.06 });
  const inks = [cloth.inks.ground, cloth.inks.border, cloth.inks.accent];
  if (k % 3 === 1) return [ring(6.4, 0.34, 0.42, gold, 40)];
  const out = [ring(6.4, 0.52, 0.52, plain(inks[k % inks.length], { sheen: 0.8, sharpness: 12, mottle: 0.05 }), 64)];
  const pearl = plain('#f3eadb', { sheen: 1, sharpness: 20 });
  for (let m = 0; m < 18; m += 1) {
    const angle = (m / 18) * Math.PI * 2 + k;
    out.push(ball([Math.cos(angle) * 6.92, Math.sin(angle) * 6.92, 0.1], 0.26, m % 2 === 0 ? gold : pearl));
  }
  return out;
}

export function bangles(cloth: Cloth, count: number): Sheet[] {
  return Array.from({ length: count }, (_, k) =>
    arrange(bangle(cloth, k), { x: Math.sin(k * 2.1) * 0.35, y: Math.cos(k * 1.7) * 0.35, z: 0.7 + k * 1.28 }),
  ).flat();
}

export function strewn(cloth: Cloth, count: number): Sheet[][] {
  return Array.from({ length: count }, (_, k) =>
    arrange(bangle(cloth, k), {
      x: Math.cos(k * 2.4) * (3 + k),
      y: Math.sin(k * 2.4) * (2.4 + k),
      z: 0.6 + k * 0.9,
      turn: k,
    }).map((one) => tilt(one, 0.07 * Math.sin(k * 3 + 1))),
  );
}

function tilt(sheetOf: Sheet, lean: number): Sheet {
  const { points } = sheetOf;
  for (let n = 0; n < points.length; n += 3) points[n + 2] = points[n + 2] + points[n] * lean;
  return sheetOf;
}
