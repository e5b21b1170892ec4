import type { Cloth } from '../cloth.js';
import type { Camera, Scene } from '../light/scene.js';
import type { Random } from '../random.js';
import { wornSaree } from '../silhouettes/worn-saree.js';
import { studio, type Ground } from './ground.js';

/** On a dress form in a studio, whole figure. */
export function worn(cloth: Cloth, random: Random, ground: Ground): Scene {
  const camera: Camera = { x: 4, y: 66, width: 136, pitch: 0.09, distance: 420 };
  return {
    camera,
    light: [-0.6, -0.5, 0.7],
    sheets: [studio(camera, 144.5, 62, ground), ...wornSaree(cloth, Math.floor(random.between(0, 9999)))],
  };
}
