import type { Cloth } from '../cloth.js';
import { rgb, type Rgb } from '../palette.js';

export interface Material {
  cloth?: Cloth;
  colour: Rgb;
  /** 0 for thread or wood, 1 for polished metal. */
  metal: number;
  sheen: number;
  sharpness: number;
  mottle: number;
  /** Receives shadows and casts none. */
  ground?: boolean;
}

/** A curved grid of points: x to the right, y down, z towards the viewer. */
export interface Sheet {
  columns: number;
  rows: number;
  points: Float32Array;
  /** Texture coordinates in centimetres: u along the length (pallu from 0), v across. */
  places: Float32Array;
  material: Material;
  /** Omits every nth column, for fringes. */
  gap?: number;
}

export interface Point {
  x: number;
  y: number;
  z: number;
  u: number;
  v: number;
}

export interface Camera {
  /** Centre of the view on the plane z = 0. */
  x: number;
  y: number;
  width: number;
  pitch: number;
  distance: number;
}

export interface Scene {
  sheets: Sheet[];
  camera: Camera;
  /** Direction to the key light; default: upper left. */
  light?: readonly [number, number, number];
}

/** Looks at `x`, `y` from `distance` cm; `width` cm of the plane z = 0 are visible. */
export const view = (width: number, distance: number, { x = 0, y = 0, pitch = 0 } = {}): Camera => ({
  x,
  y,
  width,
  pitch,
  distance,
});

/** Builds a grid of `columns` × `rows` cells; `put` sets point (i, j). */
export function sheet(
  columns: number,
  rows: number,
  material: Material,
  put: (i: number, j: number, out: Point) => void,
): Sheet {
  const points = new Float32Array((columns + 1) * (rows + 1) * 3);
  const places = new Float32Array((columns + 1) * (rows + 1) * 2);
  const out: Point = { x: 0, y: 0, z: 0, u: 0, v: 0 };
  let n = 0;
  for (let j = 0; j <= rows; j += 1) {
    for (let i = 0; i <= columns; i += 1, n += 1) {
      put(i, j, out);
      points[n * 3] = out.x;
      points[n * 3 + 1] = out.y;
      points[n * 3 + 2] = out.z;
      places[n * 2] = out.u;
      places[n * 2 + 1] = out.v;
    }
  }
  return { columns, rows, points, places, material };
}

/** Moves, rotates (radians, in the picture's plane) and scales sheets about the origin. */
export function arrange(
  sheets: Sheet[],
  to: { x?: number; y?: number; z?: number; turn?: number; scale?: number },
): Sheet[] {
  const { x = 0, y = 0, z = 0, turn = 0, scale = 1 } = to;
  const cos = Math.cos(turn) * scale;
  const sin = Math.sin(turn) * scale;
  for (const { points } of sheets) {
    for (let n = 0; n < points.length; n += 3) {
      const px = points[n];
      const py = points[n + 1];
      points[n] = px * cos - py * sin + x;
      points[n + 1] = px * sin + py * cos + y;
      points[n + 2] = points[n + 2] * scale + z;
    }
  }
  return sheets;
}

export function clothMaterial(cloth: Cloth): Material {
  return {
    cloth,
    colour: rgb(cloth.inks.ground),
    metal: 0,
    sheen: cloth.fabric.sheen,
    sharpness: cloth.fabric.sharpness,
    mottle: 0,
  };
}

export function plain(colour: string, traits: Partial<Material> = {}): Material {
  return { colour: rgb(colour), metal: 0, sheen: 0.1, sharpness: 6, mottle: 0.03, ...traits };
}
