import { CLOTH_WIDTH, PALLU, type Cloth } from '../cloth.js';
import { arrange, type Camera, type Scene } from '../light/scene.js';
import type { Random } from '../random.js';
import { fringe } from '../silhouettes/hang.js';
import { packet } from '../silhouettes/packet.js';
import { spread } from '../silhouettes/spread.js';
import { wall, type Ground } from './ground.js';

/** On a table, from above: the pallu spread out, the folded body on it, the blouse piece beside. */
export function flatLay(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera: Camera = { x: 0, y: 0, width: 88, pitch: -0.16, distance: 260 };
  const seed = Math.floor(random.between(0, 9999));
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
      wall(camera, 1.25, ground),
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
