import type { Cloth } from '../cloth.js';
import { type Scene, arrange, view } from '../light/scene.js';
import type { Random } from '../random.js';
import { hang, rod } from '../silhouettes/hang.js';
import { kurta } from '../silhouettes/kurta.js';
import { lehenga } from '../silhouettes/lehenga.js';
import { packet } from '../silhouettes/packet.js';
import { pants } from '../silhouettes/pants.js';
import { TABLE_LAMP, studio, wall, type Ground } from './ground.js';

export function childLehenga(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(84, 300, { y: 34, pitch: 0.1 });
  const made = lehenga(cloth, { drop: 82, flare: 45, figures: 1.5, sleeves: 'puff', dupatta: false }, random.seed());
  return {
    camera,
    light: [-0.55, -0.5, 0.72],
    sheets: [studio(camera, 77, 70, ground), ...arrange(made, { scale: 0.63 })],
  };
}

export function lehengaSet(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(132, 420, { y: 58, pitch: 0.1 });
  const made = lehenga(cloth, { drop: 96, flare: 52, figures: 1.1, sleeves: 'cap', dupatta: true }, random.seed());
  return { camera, light: [-0.55, -0.5, 0.72], sheets: [studio(camera, 135, 90, ground), ...made] };
}

export function onHanger(cloth: Cloth, random: Random, ground: Ground, frock: boolean): Scene {
  const camera = view(74, 300, { y: 29 });
  const cut = frock
    ? { length: 66, chest: 16, hem: 27, sleeve: 11, figures: 1.3, frock: true }
    : { length: 62, chest: 19, hem: 23, sleeve: 34, figures: 1.3 };
  return { camera, sheets: [wall(camera, ground), ...kurta(cloth, cut, random.seed())] };
}

export function pantsFlat(cloth: Cloth, random: Random, ground: Ground, gathered: boolean): Scene {
  const camera = view(92, 300, { y: 47, pitch: -0.08 });
  const cut = { length: 94, waist: 19, ankle: gathered ? 15 : 8, gathered };
  return {
    camera,
    light: TABLE_LAMP,
    sheets: [wall(camera, ground), ...arrange(pants(cloth, cut, random.seed()), { turn: random.between(-0.06, 0.04) })],
  };
}

export function folded(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(58, 200, { pitch: -0.5 });
  return {
    camera,
    light: TABLE_LAMP,
    sheets: [
      wall(camera, ground),
      ...arrange(packet(cloth, { width: 34, height: 44, layers: 6, thickness: 1.1, along: -60 }, random.seed()), {
        x: 0,
        y: -1,
        turn: random.between(-0.3, -0.14),
      }),
    ],
  };
}

export function dupatta(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(84, 320);
  const seed = random.seed();
  return {
    camera,
    sheets: [
      wall(camera, ground),
      rod(0, -45, 3, 58, 1.1, '#b08a4a', 0.9),
      ...hang(
        cloth,
        {
          x: random.between(-1, 1),
          y: -46.4,
          drop: 84,
          spans: [random.between(25, 29), random.between(42, 48)],
          wave: random.between(9, 11),
          from: 18,
          to: 110,
          sway: random.between(-4, 4),
        },
        seed,
      ),
    ],
  };
}
