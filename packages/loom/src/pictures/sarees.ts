import { CLOTH_WIDTH, PALLU, type Cloth } from '../cloth.js';
import { type Scene, arrange, view } from '../light/scene.js';
import type { Random } from '../random.js';
import { fringe, hang, rod } from '../silhouettes/hang.js';
import { packet } from '../silhouettes/packet.js';
import { spread } from '../silhouettes/spread.js';
import { wornSaree } from '../silhouettes/worn-saree.js';
import { studio, wall, type Ground } from './ground.js';

export function worn(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(136, 420, { x: 4, y: 66, pitch: 0.09 });
  return {
    camera,
    light: [-0.6, -0.5, 0.7],
    sheets: [studio(camera, 144.5, 62, ground), ...wornSaree(cloth, random.seed())],
  };
}

export function drape(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(84, 320);
  const seed = random.seed();
  return {
    camera,
    sheets: [
      wall(camera, ground),
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

export function flatLay(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera = view(88, 260, { pitch: -0.16 });
  const seed = random.seed();
  const turn = random.between(-0.16, -0.06);
  const pallu = spread(
    cloth,
    {
      from: -34,
      to: PALLU - 0.3,
      left: CLOTH_WIDTH - 86,
      ripple: random.between(1.4, 2.2),
      wave: random.between(17, 24),
      lean: random.between(0.3, 0.8),
    },
    seed,
  );
  return {
    camera,
    light: [-0.62, -0.55, 0.56],
    sheets: [
      wall(camera, ground),
      ...arrange([pallu, fringe(cloth, pallu, seed)], { x: -15, y: 1, turn }),
      ...arrange(packet(cloth, { width: 30, height: 46, layers: 5, thickness: 0.95, along: -50 }, seed + 1), {
        x: 20,
        y: -17,
        z: 2.2,
        turn: turn + random.between(0.28, 0.4),
      }),
    ],
  };
}
