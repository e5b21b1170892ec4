import { CLOTH_WIDTH, type Cloth } from '../cloth.js';
import { clothMaterial, sheet, type Sheet } from '../light/scene.js';
import { noise } from '../random.js';

export interface Packet {
  width: number;
  height: number;
  layers: number;
  thickness: number;
  /** Position of the top edge along the cloth; below 0 is body. */
  along?: number;
  /** Position of the right edge across the cloth; default: the selvedge. */
  across?: number;
}

/** Thickness: 1 in the middle, rounded at the edge. */
function rim(a: number, power: number): number {
  return Math.pow(Math.max(0, 1 - Math.pow(Math.abs(a), power)), 0.45);
}

/** A folded saree, centred on the origin, border on the right. */
export function packet(cloth: Cloth, at: Packet, seed: number): Sheet[] {
  const material = clothMaterial(cloth);
  const { along = -40, across = CLOTH_WIDTH } = at;
  return Array.from({ length: at.layers }, (_, k) => {
    const top = k === at.layers - 1;
    const columns = top ? 130 : 90;
    const rows = top ? 160 : 100;
    const grow = (at.layers - 1 - k) * 0.35;
    const w = at.width / 2 + grow + noise(k * 7.7, 1, seed) * 0.3;
    const h = at.height / 2 + grow + noise(k * 5.3, 2, seed) * 0.4;
    const shiftX = noise(k * 3.1, 3, seed) * 0.45;
    const shiftY = noise(k * 4.7, 4, seed) * 0.5;
    return sheet(columns, rows, material, (i, j, out) => {
      const a = Math.sin((i / columns - 0.5) * Math.PI);
      const b = Math.sin((j / rows - 0.5) * Math.PI);
      const soft = noise(a * 1.4 + k, b * 1.8, seed + 5) * 0.35 + noise(a * 4, b * 3, seed + 6 + k) * 0.1;
      out.x = a * w + shiftX + noise(b * 2.2, k * 3, seed + 8) * 0.25;
      out.y = b * h + shiftY + noise(a * 2.2, k * 3, seed + 9) * 0.25;
      out.z = at.thickness * (k + rim(a, 26) * rim(b, 34) * (1.15 + soft * 0.6)) + 0.05;
      out.u = along + b * h + (top ? 0 : k * 9);
      out.v = Math.min(CLOTH_WIDTH, across - w + a * w);
    });
  });
}
