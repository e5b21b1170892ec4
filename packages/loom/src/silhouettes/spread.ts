import { CLOTH_WIDTH, type Cloth } from '../cloth.js';
import { clothMaterial, sheet, type Sheet } from '../light/scene.js';
import { noise } from '../random.js';

export interface Spread {
  from: number;
  to: number;
  left: number;
  ripple: number;
  wave: number;
  lean?: number;
}

export function spread(cloth: Cloth, at: Spread, seed: number): Sheet {
  const { left, lean = 0.5 } = at;
  const length = at.to - at.from;
  const width = CLOTH_WIDTH - left;
  const columns = Math.round(width * 2.6);
  const rows = Math.round(length * 2.6);
  const cos = Math.cos(lean);
  const sin = Math.sin(lean);
  return sheet(columns, rows, clothMaterial(cloth), (i, j, out) => {
    const a = (i / columns - 0.5) * width;
    const b = (j / rows - 0.5) * length;
    const p = (a * cos + b * sin) / at.wave + noise(a / 38, b / 38, seed) * 1.1;
    const q = (b * cos - a * sin) / at.wave;
    const strength = 0.55 + 0.45 * noise(p * 0.33, q * 0.3, seed + 1);
    const ridge = Math.pow(0.5 + 0.5 * Math.sin(p * Math.PI * 2), 1.9);
    const crease =
      Math.exp(-Math.pow((((a + 200) % 27.5) - 13.75) / 0.5, 2)) * 0.22 +
      Math.exp(-Math.pow((((b + 200) % 34) - 17) / 0.5, 2)) * 0.22;
    const height = ridge * strength * at.ripple;
    out.x = a - height * cos * 0.35;
    out.y = b - height * sin * 0.35;
    out.z = 0.1 + height + crease + noise(a / 9, b / 9, seed + 3) * at.ripple * 0.12 + at.ripple * 0.12;
    out.u = at.from + (j / rows) * length;
    out.v = left + (i / columns) * width;
  });
}
