import type { Cloth } from '../cloth.js';
import { type Scene, arrange, view } from '../light/scene.js';
import type { Random } from '../random.js';
import { hang, rod } from '../silhouettes/hang.js';
import { kurta } from '../silhouettes/kurta.js';
import { lehenga } from '../silhouettes/lehenga.js';
import { jhumka, potli, strewn } from '../silhouettes/ornaments.js';
import { packet } from '../silhouettes/packet.js';
import { spread } from '../silhouettes/spread.js';
import { wornSaree } from '../silhouettes/worn-saree.js';
import { STUDIO_LAMP, TABLE_LAMP, studio, wall, type Ground } from './ground.js';

export function familyRail(cloth: Cloth, random: Random, ground: Ground, child: 'frock' | 'kurta' | 'both'): Scene {
  const camera = view(152, 460, { y: 48 });
  const seed = random.seed();
  const man = kurta(cloth, { length: 92, chest: 24, hem: 27, sleeve: 48, figures: 1 }, seed);
  const girl = kurta(cloth, { length: 56, chest: 14, hem: 23, sleeve: 9, figures: 1.1, frock: true }, seed + 1);
  const boy = kurta(cloth, { length: 46, chest: 14, hem: 17, sleeve: 24, figures: 1.1 }, seed + 2);
  const small = child === 'kurta' ? boy : girl;
  const sheets = [
    wall(camera, ground),
    rod(0, -15, 1, 144, 1.3, random.pick(['#7a4a2c', '#5b3722'])),
    ...hang(cloth, { x: -49, y: -16.6, drop: 116, spans: [27, 37], wave: 11, from: 16, to: 110 }, seed + 3),
    ...arrange(man, { x: 2, y: -6.4 }),
    ...arrange(small, { x: 54, y: -6.4, z: 1 }),
  ];
  if (child === 'both') sheets.push(...arrange(boy, { x: 54, y: 66, z: 2, scale: 0.8 }));
  return { camera, sheets };
}

export function motherAndChild(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(150, 460, { x: 18, y: 66, pitch: 0.09 });
  const seed = random.seed();
  const girl = lehenga(cloth, { drop: 82, flare: 42, figures: 1.4, sleeves: 'puff', dupatta: false }, seed);
  return {
    camera,
    light: STUDIO_LAMP,
    sheets: [
      studio(camera, 144.5, 100, ground),
      ...arrange(wornSaree(cloth, seed + 1), { x: -8 }),
      ...arrange(girl, { x: 62, y: 67, z: 14, scale: 0.64 }),
    ],
  };
}

export function familyFolded(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(90, 300, { pitch: -0.3 });
  const seed = random.seed();
  return {
    camera,
    light: TABLE_LAMP,
    sheets: [
      wall(camera, ground),
      ...arrange(packet(cloth, { width: 36, height: 50, layers: 6, thickness: 1.1, along: -60 }, seed), {
        x: -16,
        y: -8,
        turn: -0.16,
      }),
      ...arrange(
        packet(cloth, { width: 29, height: 36, layers: 4, thickness: 1, along: -130, across: 106 }, seed + 1),
        { x: 21, y: -20, turn: 0.12 },
      ),
      ...arrange(packet(cloth, { width: 22, height: 27, layers: 3, thickness: 1, along: -95 }, seed + 2), {
        x: 19,
        y: 25,
        turn: -0.34,
      }),
    ],
  };
}

export function comboTable(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(78, 260, { pitch: -0.16 });
  const seed = random.seed();
  return {
    camera,
    light: TABLE_LAMP,
    sheets: [
      wall(camera, ground),
      ...arrange([spread(cloth, { from: -10, to: 59.7, left: 30, ripple: 1.3, wave: 20 }, seed)], {
        x: -27,
        y: -25,
        turn: 0.42,
      }),
      ...arrange(packet(cloth, { width: 30, height: 42, layers: 5, thickness: 1, along: -70 }, seed + 1), {
        x: -12,
        y: 12,
        z: 1.5,
        turn: -0.2,
      }),
      ...arrange(packet(cloth, { width: 19, height: 21, layers: 2, thickness: 0.9, along: -20 }, seed + 2), {
        x: 22,
        y: 3,
        z: 0.4,
        turn: 0.3,
      }),
      ...strewn(cloth, 3).flatMap((one) => arrange(one, { x: 23, y: 30, z: 0.5 })),
      ...arrange(jhumka(cloth), { x: 21, y: -33, z: 4.5, turn: 0.3, scale: 0.95 }),
      ...arrange(jhumka(cloth), { x: 31, y: -30, z: 4.5, turn: -0.25, scale: 0.95 }),
    ],
  };
}

export function comboWorn(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(136, 420, { x: 8, y: 66, pitch: 0.09 });
  return {
    camera,
    light: STUDIO_LAMP,
    sheets: [
      studio(camera, 144.5, 100, ground),
      ...wornSaree(cloth, random.seed()),
      ...arrange(potli(cloth, 2), { x: 47, y: 144, z: 18, scale: 1.15 }),
    ],
  };
}
