import type { Cloth } from '../cloth.js';
import { type Scene, type Sheet, arrange, view } from '../light/scene.js';
import type { Random } from '../random.js';
import { hang, rod } from '../silhouettes/hang.js';
import { kurta } from '../silhouettes/kurta.js';
import { lehenga } from '../silhouettes/lehenga.js';
import { jhumka, potli, strewn } from '../silhouettes/ornaments.js';
import { packet } from '../silhouettes/packet.js';
import { spread } from '../silhouettes/spread.js';
import { wornSaree } from '../silhouettes/worn-saree.js';
import { SMALL_LAMP, TABLE_LAMP, studio, wall, type Ground } from './ground.js';

// Wide pictures leave their left third empty for headings.

type Cloths = readonly [Cloth, ...Cloth[]];

const nth = (cloths: Cloths, k: number): Cloth => cloths[k % cloths.length];

function figures(cloths: Cloths, random: Random, ground: Ground, aspect: number): Scene {
  const seed = random.seed();
  const tall = aspect > 1;
  const camera = tall ? view(132, 440, { x: 4, y: 62, pitch: 0.09 }) : view(386, 820, { x: -8, y: 61, pitch: 0.08 });
  const sheets: Sheet[] = [
    studio(camera, 144.5, 110, ground),
    ...arrange(wornSaree(nth(cloths, 0), seed), { x: tall ? -2 : 28 }),
  ];
  if (!tall) sheets.push(...arrange(wornSaree(nth(cloths, 1), seed + 1), { x: 108, y: 0, z: -34 }));
  return { camera, light: [-0.5, -0.5, 0.78], sheets };
}

function tailored(cloths: Cloths, random: Random, ground: Ground, aspect: number): Scene {
  const seed = random.seed();
  const tall = aspect > 1;
  const camera = tall ? view(134, 440, { y: 62, pitch: 0.09 }) : view(358, 800, { x: -8, y: 61, pitch: 0.08 });
  const set = lehenga(nth(cloths, 0), { drop: 98, flare: 54, figures: 1.05, sleeves: 'cap', dupatta: true }, seed);
  const sheets: Sheet[] = [studio(camera, 138.5, 80, ground), ...arrange(set, { x: tall ? 0 : 34 })];
  if (!tall)
    sheets.push(
      ...arrange(kurta(nth(cloths, 1), { length: 104, chest: 23, hem: 29, sleeve: 46, figures: 1 }, seed + 1), {
        x: 118,
        y: 4,
        z: -60,
      }),
    );
  return { camera, light: [-0.5, -0.5, 0.78], sheets };
}

function rail(cloths: Cloths, random: Random, ground: Ground, aspect: number): Scene {
  const seed = random.seed();
  const tall = aspect > 1;
  const count = tall ? 2 : 4;
  const camera = tall ? view(96, 400) : view(262, 620);
  const left = tall ? -24 : -34;
  const sheets: Sheet[] = [
    wall(camera, ground, tall ? 1.45 : 0.6),
    rod(tall ? 0 : 46, -54, 3, tall ? 112 : 190, 1.3, '#b08a4a', 0.8),
  ];
  for (let k = 0; k < count; k += 1) {
    sheets.push(
      ...hang(
        nth(cloths, k),
        {
          x: left + k * (tall ? 47 : 45),
          y: -55.6,
          drop: 98 - (k % 2) * 5,
          spans: [27, 42],
          wave: 11.5,
          from: 6,
          to: 110,
          sway: random.between(-2, 3),
          z: (k % 2) * 1.5,
        },
        seed + k * 7,
      ),
    );
  }
  return { camera, sheets };
}

function table(cloths: Cloths, random: Random, ground: Ground, aspect: number): Scene {
  const seed = random.seed();
  const tall = aspect > 1;
  const camera = tall ? view(74, 260, { pitch: -0.22 }) : view(150, 340, { x: -18, pitch: -0.22 });
  const at = tall ? [-6, 10, 16, -24, 18, 30] : [6, 4, 40, -10, 30, 24];
  return {
    camera,
    light: TABLE_LAMP,
    sheets: [
      wall(camera, ground, tall ? 1.5 : 0.8),
      ...arrange([spread(nth(cloths, 1), { from: -20, to: 59.7, left: 20, ripple: 1.8, wave: 21 }, seed)], {
        x: tall ? -18 : 34,
        y: tall ? -34 : -30,
        turn: 0.34,
      }),
      ...arrange(packet(nth(cloths, 0), { width: 32, height: 44, layers: 6, thickness: 1.1, along: -70 }, seed + 1), {
        x: at[0],
        y: at[1],
        z: 1.6,
        turn: -0.24,
      }),
      ...arrange(packet(nth(cloths, 2), { width: 28, height: 36, layers: 4, thickness: 1.1, along: -40 }, seed + 2), {
        x: at[2],
        y: at[3],
        z: 1.8,
        turn: 0.26,
      }),
      ...strewn(nth(cloths, 0), 4).flatMap((group) => arrange(group, { x: at[4], y: at[5], z: 1.5, scale: 0.95 })),
      ...(tall
        ? []
        : [
            ...arrange(jhumka(nth(cloths, 0)), { x: 57, y: 16, z: 6, turn: 0.3, scale: 0.9 }),
            ...arrange(jhumka(nth(cloths, 0)), { x: 66, y: 20, z: 6, turn: -0.22, scale: 0.9 }),
          ]),
    ],
  };
}

function pile(cloths: Cloths, random: Random, ground: Ground, aspect: number): Scene {
  const seed = random.seed();
  const camera = aspect < 0.9 ? view(104, 280, { x: -16, y: -4, pitch: -0.9 }) : view(58, 260, { y: -5, pitch: -0.9 });
  const sheets: Sheet[] = [wall(camera, ground, 2.4)];
  for (let k = 0; k < 6; k += 1)
    sheets.push(
      ...arrange(
        packet(nth(cloths, k), { width: 38, height: 28, layers: 2, thickness: 1.5, along: -60 - k * 11 }, seed + k),
        { x: random.between(-1, 1), y: random.between(-0.6, 0.6), z: k * 3.3, turn: random.between(-0.07, 0.07) },
      ),
    );
  return { camera, light: [-0.6, -0.45, 0.66], sheets };
}

function gifts(cloths: Cloths, random: Random, ground: Ground, aspect: number): Scene {
  const camera =
    aspect < 0.9 ? view(74, 220, { x: -9, y: -13, pitch: 0.2 }) : view(48, 200, { x: 2, y: -13, pitch: 0.2 });
  return {
    camera,
    light: SMALL_LAMP,
    sheets: [
      studio({ ...camera, width: 100 }, 0.2, 44, ground),
      ...arrange(potli(nth(cloths, 0), random.between(0, 6)), { x: 2, z: 4 }),
      ...arrange(potli(nth(cloths, 1), random.between(0, 6)), { x: 20, z: -10, scale: 0.94 }),
      ...arrange(potli(nth(cloths, 2), random.between(0, 6)), { x: -15, z: -12, scale: 0.86 }),
    ],
  };
}

export const posterScenes = { figures, tailored, rail, table, pile, gifts } as const;
