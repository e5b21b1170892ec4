import type { Cloth } from '../cloth.js';
import { type Scene, type Sheet, arrange, view } from '../light/scene.js';
import type { Random } from '../random.js';
import { bangles, jhumka, potli, strewn } from '../silhouettes/ornaments.js';
import { spread } from '../silhouettes/spread.js';
import { SMALL_LAMP, studio, wall, type Ground } from './ground.js';

export function potliUpright(cloth: Cloth, random: Random, ground: Ground, near: boolean): Scene {
  const camera = near ? view(22, 130, { x: 1, y: -11, pitch: 0.22 }) : view(36, 150, { y: -12.5, pitch: 0.2 });
  const floor = studio({ ...camera, width: 70 }, 0.2, 26, ground);
  return { camera, light: SMALL_LAMP, sheets: [floor, ...potli(cloth, random.between(0, 6))] };
}

export function potliPair(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(46, 170, { y: -11, pitch: 0.24 });
  return {
    camera,
    light: SMALL_LAMP,
    sheets: [
      studio({ ...camera, width: 80 }, 0.2, 34, ground),
      ...arrange(potli(cloth, random.between(0, 6)), { x: 7.5, z: -9, y: 0 }),
      ...arrange(potli(cloth, random.between(0, 6)), { x: -8, z: 4, scale: 0.86 }),
    ],
  };
}

export function jhumkaPair(cloth: Cloth, random: Random, ground: Ground, near: boolean): Scene {
  const camera = near ? view(11.5, 90, { x: -4.2, y: 6 }) : view(18.5, 110, { y: 5.8 });
  const one = (x: number, turn: number) => arrange(jhumka(cloth), { x, y: 0, z: 4.2, turn });
  return {
    camera,
    light: SMALL_LAMP,
    sheets: [wall(camera, ground), ...one(-4.4, random.between(-0.04, 0.04)), ...one(4.4, random.between(-0.05, 0.05))],
  };
}

export function onCloth(cloth: Cloth, random: Random, ground: Ground, what: 'jhumka' | 'bangles'): Scene {
  const seed = random.seed();
  const camera = view(what === 'jhumka' ? 26 : 34, 130, { pitch: -0.12 });
  const under = arrange([spread(cloth, { from: -60, to: 20, left: 50, ripple: 1.6, wave: 16, lean: 0.9 }, seed)], {
    x: -6,
    y: -6,
    turn: 0.5,
    scale: 0.9,
  });
  const things: Sheet[] =
    what === 'jhumka'
      ? [
          ...arrange(jhumka(cloth), { x: -4, y: -6.5, z: 6, turn: 0.35 }),
          ...arrange(jhumka(cloth), { x: 5.5, y: -3, z: 6, turn: -0.3 }),
        ]
      : strewn(cloth, 5).flatMap((one) => arrange(one, { z: 2.6 }));
  return { camera, light: [-0.6, -0.55, 0.58], sheets: [wall(camera, ground), ...under, ...things] };
}

export function banglePile(cloth: Cloth, random: Random, ground: Ground, near: boolean): Scene {
  const camera = near ? view(17, 110, { x: -1, y: -4, pitch: 0.5 }) : view(29, 140, { x: 0.5, y: -3.5, pitch: 0.46 });
  const stack = lay(bangles(cloth, 9));
  const second = lay(bangles(cloth, 4));
  return {
    camera,
    light: SMALL_LAMP,
    sheets: [
      studio({ ...camera, width: 60 }, 0, 22, ground),
      ...arrange(stack, { x: -3.4 + random.between(-0.4, 0.4), y: -0.4, z: 0 }),
      ...arrange(second, { x: 6.6, y: -0.4, z: 9, scale: 0.96 }),
    ],
  };
}

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
