import type { Cloth } from '../cloth.js';
import { arrange, type Camera, type Scene, type Sheet } from '../light/scene.js';
import { zaris } from '../palette.js';
import type { Random } from '../random.js';
import { bangles, jhumka, potli, strewn } from '../silhouettes/ornaments.js';
import { spread } from '../silhouettes/spread.js';
import { studio, wall, type Ground } from './ground.js';

const LAMP = [-0.55, -0.6, 0.62] as const;

export function potliUpright(cloth: Cloth, random: Random, ground: Ground, near = false): Scene {
  const camera: Camera = near
    ? { x: 1, y: -11, width: 22, pitch: 0.22, distance: 130 }
    : { x: 0, y: -12.5, width: 36, pitch: 0.2, distance: 150 };
  const floor = studio({ ...camera, width: 70 }, 0.2, 26, ground);
  return { camera, light: LAMP, sheets: [floor, ...potli(cloth, random.between(0, 6))] };
}

export function potliPair(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera: Camera = { x: 0, y: -11, width: 46, pitch: 0.24, distance: 170 };
  return {
    camera,
    light: LAMP,
    sheets: [
      studio({ ...camera, width: 80 }, 0.2, 34, ground),
      ...arrange(potli(cloth, random.between(0, 6)), { x: 7.5, z: -9, y: 0 }),
      ...arrange(potli(cloth, random.between(0, 6)), { x: -8, z: 4, scale: 0.86 }),
    ],
  };
}

export function jhumkaPair(cloth: Cloth, random: Random, ground: Ground, near = false): Scene {
  const camera: Camera = near
    ? { x: -4.2, y: 6, width: 11.5, pitch: 0, distance: 90 }
    : { x: 0, y: 5.8, width: 18.5, pitch: 0, distance: 110 };
  const metal = zaris[cloth.spec.zari];
  const one = (x: number, turn: number) => arrange(jhumka(cloth, metal), { x, y: 0, z: 4.2, turn });
  return {
    camera,
    light: LAMP,
    sheets: [wall(camera, ground), ...one(-4.4, random.between(-0.04, 0.04)), ...one(4.4, random.between(-0.05, 0.05))],
  };
}

export function onCloth(cloth: Cloth, random: Random, ground: Ground, what: 'jhumka' | 'bangles'): Scene {
  const seed = random.seed();
  const camera: Camera = { x: 0, y: 0, width: what === 'jhumka' ? 26 : 34, pitch: -0.12, distance: 130 };
  const under = arrange([spread(cloth, { from: -60, to: 20, left: 50, ripple: 1.6, wave: 16, lean: 0.9 }, seed)], {
    x: -6,
    y: -6,
    turn: 0.5,
    scale: 0.9,
  });
  const metal = zaris[cloth.spec.zari];
  const things: Sheet[] =
    what === 'jhumka'
      ? [
          ...arrange(jhumka(cloth, metal), { x: -4, y: -6.5, z: 6, turn: 0.35 }),
          ...arrange(jhumka(cloth, metal), { x: 5.5, y: -3, z: 6, turn: -0.3 }),
        ]
      : strewn(cloth, metal, 5).flatMap((one) => arrange(one, { z: 2.6 }));
  return { camera, light: [-0.6, -0.55, 0.58], sheets: [wall(camera, ground), ...under, ...things] };
}

export function banglePile(cloth: Cloth, random: Random, ground: Ground, near = false): Scene {
  const camera: Camera = near
    ? { x: -1, y: -4, width: 17, pitch: 0.5, distance: 110 }
    : { x: 0.5, y: -3.5, width: 29, pitch: 0.46, distance: 140 };
  const metal = zaris[cloth.spec.zari];
  const stack = lay(bangles(cloth, metal, 9));
  const second = lay(bangles(cloth, metal, 4));
  return {
    camera,
    light: LAMP,
    sheets: [
      studio({ ...camera, width: 60 }, 0, 22, ground),
      ...arrange(stack, { x: -3.4 + random.between(-0.4, 0.4), y: -0.4, z: 0 }),
      ...arrange(second, { x: 6.6, y: -0.4, z: 9, scale: 0.96 }),
    ],
  };
}

/** Lays sheets flat on the table. */
function lay(sheets: Sheet[]): Sheet[] {
  const cos = Math.cos(Math.PI / 2);
  const sin = Math.sin(Math.PI / 2);
  for (const { points } of sheets) {
    for (let n = 0; n < points.length; n += 3) {
      const y = points[n + 1];
      const z = points[n + 2];
      points[n + 1] = y * cos - z * sin;
      points[n + 2] = y * sin + z * cos;
    }
  }
  return sheets;
}
