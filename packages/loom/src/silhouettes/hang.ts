import { CLOTH_WIDTH, PALLU, type Cloth } from '../cloth.js';
import { foldRow, swingFor, type FoldedRow } from '../fold.js';
import { clothMaterial, plain, sheet, type Sheet } from '../light/scene.js';
import { noise } from '../random.js';

export interface Hanging {
  x: number;
  y: number;
  /** Cloth below the rod in cm, without the fringe. */
  drop: number;
  spans: readonly [number, number];
  /** Cloth per fold in cm. */
  wave: number;
  from?: number;
  to?: number;
  z?: number;
  sway?: number;
}

export function hang(cloth: Cloth, at: Hanging, seed: number): Sheet[] {
  const { from = 0, to = CLOTH_WIDTH, z = 0, sway = 0 } = at;
  const width = to - from;
  const columns = Math.round(width * 3.6);
  const rows = Math.round(at.drop * 1.6);
  const gather = at.spans.map((span) => swingFor(span, width, at.wave, seed)) as [number, number];
  const lines: FoldedRow[] = [];
  for (let j = 0; j <= rows; j += 1) {
    const t = j / rows;
    const open = gather[0] + (gather[1] - gather[0]) * Math.pow(t, 0.62);
    lines.push(
      foldRow(columns, width, (s) => open * (1 + 0.14 * noise(s / 17, t * 1.3, seed + 2)), at.wave, seed, t * 0.75),
    );
  }
  const body = sheet(columns, rows, clothMaterial(cloth), (i, j, out) => {
    const t = j / rows;
    const line = lines[j];
    const depth = 0.3 + 0.7 * Math.min(1, t * 5);
    out.x = at.x + line.x[i] - line.span / 2 + sway * t * t;
    out.y = at.y + t * at.drop + 0.5 * noise(i / 40, t * 2, seed + 4) * t;
    out.z = z + 1.2 + line.z[i] * depth;
    const over = Math.max(0, 1 - (t * at.drop) / 3.2);
    out.y += over * over * 1.6;
    out.z -= over * over * 3.4;
    out.u = PALLU - 0.2 - (1 - t) * at.drop;
    out.v = from + (i / columns) * width;
  });
  return [body, fringe(cloth, body, seed)];
}

export function fringe(cloth: Cloth, above: Sheet, seed: number, length = 5.5): Sheet {
  const count = Math.floor(above.columns / 5);
  const start = above.rows * (above.columns + 1);
  const material = plain(
    cloth.spec.family === 'tussar' || cloth.spec.family === 'ikat' ? cloth.inks.ground : cloth.inks.pallu,
    { sheen: 0.4, mottle: 0.12 },
  );
  const rows = 9;
  const made = sheet(count * 3, rows, material, (i, j, out) => {
    const k = Math.min(count - 1, Math.floor(i / 3));
    const n = start + Math.min(above.columns, k * 5 + 2);
    const t = j / rows;
    const size = (0.26 + 0.4 * Math.pow(t, 0.8)) * (t < 0.22 ? 1.25 : 1);
    const side = (i % 3) - 1;
    out.x = above.points[n * 3] + side * size * 0.62 + noise(k * 3.3, 0.5, seed) * t * 0.9;
    out.y = above.points[n * 3 + 1] + t * length * (0.9 + 0.1 * noise(k * 2.7, 0.1, seed));
    out.z = above.points[n * 3 + 2] + (side === 0 ? size * 0.7 : 0);
    out.u = k;
    out.v = t;
  });
  made.gap = 3;
  return made;
}

export function rod(x: number, y: number, z: number, length: number, radius: number, colour: string, metal = 0): Sheet {
  return sheet(
    60,
    20,
    plain(colour, { metal, sheen: 0.35, sharpness: 14, mottle: metal ? 0.02 : 0.1 }),
    (i, j, out) => {
      const t = i / 60;
      const end = Math.min(t, 1 - t) * length;
      const r =
        end < radius * 2.2
          ? radius * (0.2 + 1.5 * Math.sqrt(Math.max(0, 1 - Math.pow(end / (radius * 1.1) - 1, 2))))
          : radius;
      const angle = (j / 20) * Math.PI * 2;
      out.x = x + (t - 0.5) * length;
      out.y = y - Math.cos(angle) * r;
      out.z = z + Math.sin(angle) * r;
      out.u = out.x * 0.15;
      out.v = j * 0.5;
    },
  );
}
