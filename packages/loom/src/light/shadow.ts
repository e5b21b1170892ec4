import type { Sheet } from './scene.js';

export type Vector = readonly [number, number, number];

export function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

export const dot = (axis: Vector, x: number, y: number, z: number): number => axis[0] * x + axis[1] * y + axis[2] * z;

const SIZE = 460;

export class ShadowMap {
  readonly #right: Vector;
  readonly #down: Vector;
  readonly #to: Vector;
  readonly #near = new Float32Array(SIZE * SIZE).fill(-1e9);
  #x0 = 0;
  #y0 = 0;
  #scale = 1;
  readonly #slack: number;
  readonly #strength: number;

  constructor(sheets: readonly Sheet[], light: Vector) {
    this.#to = light;
    this.#right = unit([light[2], 0, -light[0]]);
    const [rx, ry, rz] = this.#right;
    this.#down = [light[1] * rz - light[2] * ry, light[2] * rx - light[0] * rz, light[0] * ry - light[1] * rx];
    const casting = sheets.filter(({ material }) => !material.ground);
    this.#strength = casting.some(({ material }) => (material.cloth?.fabric.sheer ?? 0) > 0.4) ? 0.42 : 1;
    this.#bound(casting);
    this.#slack = 2.2 / this.#scale;
    for (const one of casting) this.#cast(one);
  }

  /** Returns the share of light at a point, with a soft edge of `blur` cm. */
  lit(x: number, y: number, z: number, blur: number): number {
    const px = (dot(this.#right, x, y, z) - this.#x0) * this.#scale;
    const py = (dot(this.#down, x, y, z) - this.#y0) * this.#scale;
    const depth = dot(this.#to, x, y, z) + this.#slack;
    const step = Math.max(1, blur * this.#scale);
    const wide = Math.round(step);
    const first =
      this.#hides(px - wide, py - wide, depth) +
      this.#hides(px + wide, py - wide, depth) +
      this.#hides(px - wide, py + wide, depth) +
      this.#hides(px + wide, py + wide, depth) +
      this.#hides(px, py, depth);
    if (first === 0) return 1;
    if (first === 5) return 1 - this.#strength;
    let hidden = 0;
    for (let j = -2; j <= 2; j += 1) {
      for (let i = -2 + (j & 1); i <= 2; i += 2) hidden += this.#hides(px + i * step * 0.5, py + j * step * 0.5, depth);
    }
    return 1 - (hidden / 13) * this.#strength;
  }

  #hides(x: number, y: number, depth: number): 0 | 1 {
    const qx = Math.round(x);
    const qy = Math.round(y);
    return qx < 0 || qy < 0 || qx >= SIZE || qy >= SIZE || this.#near[qy * SIZE + qx] <= depth ? 0 : 1;
  }

  #bound(sheets: readonly Sheet[]): void {
    let x1 = -1e9,
      y1 = -1e9;
    this.#x0 = 1e9;
    this.#y0 = 1e9;
    for (const { points } of sheets) {
      for (let n = 0; n < points.length; n += 3) {
        const px = dot(this.#right, points[n], points[n + 1], points[n + 2]);
        const py = dot(this.#down, points[n], points[n + 1], points[n + 2]);
        this.#x0 = Math.min(this.#x0, px);
        this.#y0 = Math.min(this.#y0, py);
        x1 = Math.max(x1, px);
        y1 = Math.max(y1, py);
      }
    }
    this.#scale = (SIZE - 2) / Math.max(1, x1 - this.#x0, y1 - this.#y0);
  }

  #cast({ columns, rows, points, gap = 0 }: Sheet): void {
    const count = points.length / 3;
    const seen = new Float32Array(count * 3);
    for (let n = 0; n < count * 3; n += 3) {
      const x = points[n];
      const y = points[n + 1];
      const z = points[n + 2];
      seen[n] = (dot(this.#right, x, y, z) - this.#x0) * this.#scale;
      seen[n + 1] = (dot(this.#down, x, y, z) - this.#y0) * this.#scale;
      seen[n + 2] = dot(this.#to, x, y, z);
    }
    const step = (columns + 1) * 3;
    for (let j = 0; j < rows; j += 1) {
      for (let i = 0; i < columns; i += 1) {
        if (gap > 0 && i % gap === gap - 1) continue;
        const a = j * step + i * 3;
        this.#quad(seen, a, a + 3, a + step, a + step + 3);
      }
    }
  }

  #quad(p: Float32Array, a: number, b: number, c: number, d: number): void {
    const ax = p[a],
      ay = p[a + 1],
      az = p[a + 2];
    const bx = p[b],
      by = p[b + 1],
      bz = p[b + 2];
    const cx = p[c],
      cy = p[c + 1],
      cz = p[c + 2];
    const dx = p[d],
      dy = p[d + 1],
      dz = p[d + 2];
    const across = Math.max(Math.abs(bx - ax), Math.abs(by - ay), Math.abs(dx - cx), Math.abs(dy - cy));
    const down = Math.max(Math.abs(cx - ax), Math.abs(cy - ay), Math.abs(dx - bx), Math.abs(dy - by));
    const columns = across < 0.8 ? 0 : Math.min(24, Math.ceil(across * 1.2));
    const rows = down < 0.8 ? 0 : Math.min(24, Math.ceil(down * 1.2));
    for (let j = 0; j <= rows; j += 1) {
      const t = rows === 0 ? 0 : j / rows;
      for (let i = 0; i <= columns; i += 1) {
        const s = columns === 0 ? 0 : i / columns;
        const wa = (1 - s) * (1 - t),
          wb = s * (1 - t),
          wc = (1 - s) * t,
          wd = s * t;
        const x = Math.round(ax * wa + bx * wb + cx * wc + dx * wd);
        const y = Math.round(ay * wa + by * wb + cy * wc + dy * wd);
        if (x < 0 || y < 0 || x >= SIZE || y >= SIZE) continue;
        const z = az * wa + bz * wb + cz * wc + dz * wd;
        const k = y * SIZE + x;
        if (z > this.#near[k]) this.#near[k] = z;
      }
    }
  }
}
