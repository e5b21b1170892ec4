import type { Cloth } from '../cloth.js';
import type { Camera, Scene } from '../light/scene.js';
import type { Random } from '../random.js';
import { hang, rod } from '../silhouettes/hang.js';
import { wall, type Ground } from './ground.js';

/** A saree over a rod, pallu to the front, folds lit from one side. */
export function drape(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera: Camera = { x: 0, y: 0, width: 84, pitch: 0, distance: 320 };
  const seed = Math.floor(random.between(0, 9999));
  return {
    camera,
    sheets: [
      wall(camera, 1.25, ground),
      rod(0, -45.6, 2.6, 78, 1.25, random.pick(['#7a4a2c', '#5b3722', '#b08a4a'])),
      ...hang(
        cloth,
        {
          x: random.between(-2, 2),
          y: -47,
          drop: 86,
          spans: [random.between(36, 44), random.between(54, 62)],
          wave: random.between(11, 14.5),
          sway: random.between(-3, 3),
        },
        seed,
      ),
    ],
  };
}
