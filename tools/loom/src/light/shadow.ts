import type { Sheet } from './scene.js';

export type Vector = readonly [number, number, number];

export function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

const SIZE = 460;

/** The scene as the lamp sees it: nearest distance in a square grid. */
export class ShadowMap {
  readonly #right: Vector;
  readonly #down: Vector;
  readonly #to: Vector;
  readonly #near = new Float32Array(SIZE * SIZE).fill(-1e9);
  #x0 = 0;
  #y0 = 0;
  #scale = 1;
  /** Centimetres by which a surface may lie behind the map before it counts as shaded. */
  readonly #slack: number;
  /** Sheer cloth throws a pale shadow. */
  readonly #strength: number;

  constructor(sheets: readonly Sheet[], light: Vector) {
    this.#to = light;
    this.#right = unit([light[2], 0, -light[0]]);
    const [rx, ry, rz] = this.#right;
    this.#down = [light[1] * rz - light[2] * ry, light[2] * rx - light[0] * rz, light[0] * ry - light[1] * rx];
    const casting = sheets.filter(({ material }) => !material.ground);
    this.#strength = casting.some(({ material }) => (material.cloth?.handle.sheer ?? 0) > 0.4) ? 0.42 : 1;
    this.#bound(casting);
    this.#slack = 2.2 / this.#scale;
    for (const one of casting) this.#cast(one);
  }

  /** Share of the lamp's light that reaches a point: a soft edge `blur` cm wide. */
  lit(x: number, y: number, z: number, blur: number): number {
    const px = (this.#dot(this.#right, x, y, z) - this.#x0) * this.#scale;
    const py = (this.#dot(this.#down, x, y, z) - this.#y0) * this.#scale;
    const depth = this.#dot(this.#to, x, y, z) + this.#slack;
    const step = Math.max(1, blur * this.#scale);
    let open = 0;
    for (let j = -2; j <= 2; j += 1) {
      for (let i = -2 + (j & 1); i <= 2; i += 2) {
        const qx = Math.round(px + i * step * 0.5);
        const qy = Math.round(py + j * step * 0.5);
        if (qx < 0 || qy < 0 || qx >= SIZE || qy >= SIZE || (this.#near[qy * SIZE + qx] as number) <= depth) open += 1;
      }
    }
    return 1 - (1 - open / 13) * this.#strength;
  }

  #dot(axis: Vector, x: number, y: number, z: number): number {
    return axis[0] * x + axis[1] * y + axis[2] * z;
  }

  #bound(sheets: readonly Sheet[]): void {
    let x1 = -1e9, y1 = -1e9;
    this.#x0 = 1e9;
    this.#y0 = 1e9;
    for (const { points } of sheets) {
      for (let n = 0; n < points.length; n += 3) {
        const px = this.#dot(this.#right, points[n] as number, points[n + 1] as number, points[n + 2] as number);
        const py = this.#dot(this.#down, points[n] as number, points[n + 1] as number, points[n + 2] as number);
        this.#x0 = Math.min(this.#x0, px);
        this.#y0 = Math.min(this.#y0, py);
        x1 = Math.max(x1, px);
        y1 = Math.max(y1, py);
      }
    }
    this.#scale = (SIZE - 2) / Math.max(1, x1 - this.#x0, y1 - this.#y0);
  }

  /** Splats each cell's corners and middle: cells are smaller than the map's, so no holes stay. */
  #cast({ columns, rows, points, gap = 0 }: Sheet): void {
    const step = columns + 1;
    for (let j = 0; j < rows; j += 1) {
      for (let i = 0; i < columns; i += 1) {
        if (gap > 0 && i % gap === gap - 1) continue;
        const a = (j * step + i) * 3;
        const b = a + 3;
        const c = a + step * 3;
        const d = c + 3;
        this.#quad(points, a, b, c, d);
      }
    }
  }

  #quad(points: Float32Array, a: number, b: number, c: number, d: number): void {
    const ax = this.#px(points, a), ay = this.#py(points, a), az = this.#pz(points, a);
    const bx = this.#px(points, b), by = this.#py(points, b), bz = this.#pz(points, b);
    const cx = this.#px(points, c), cy = this.#py(points, c), cz = this.#pz(points, c);
    const dx = this.#px(points, d), dy = this.#py(points, d), dz = this.#pz(points, d);
    const steps = Math.min(24, Math.ceil(Math.max(Math.hypot(bx - ax, by - ay), Math.hypot(cx - ax, cy - ay), Math.hypot(dx - ax, dy - ay) * 0.7) + 0.5));
    for (let j = 0; j <= steps; j += 1) {
      const t = j / steps;
      for (let i = 0; i <= steps; i += 1) {
        const s = i / steps;
        const wa = (1 - s) * (1 - t), wb = s * (1 - t), wc = (1 - s) * t, wd = s * t;
        const x = Math.round(ax * wa + bx * wb + cx * wc + dx * wd);
        const y = Math.round(ay * wa + by * wb + cy * wc + dy * wd);
        const z = az * wa + bz * wb + cz * wc + dz * wd;
        if (x < 0 || y < 0 || x >= SIZE || y >= SIZE) continue;
        const k = y * SIZE + x;
        if (z > (this.#near[k] as number)) this.#near[k] = z;
      }
    }
  }

  #px(p: Float32Array, n: number): number {
    return (this.#dot(this.#right, p[n] as number, p[n + 1] as number, p[n + 2] as number) - this.#x0) * this.#scale;
  }

  #py(p: Float32Array, n: number): number {
    return (this.#dot(this.#down, p[n] as number, p[n + 1] as number, p[n + 2] as number) - this.#y0) * this.#scale;
  }

  #pz(p: Float32Array, n: number): number {
    return this.#dot(this.#to, p[n] as number, p[n + 1] as number, p[n + 2] as number);
  }
}
