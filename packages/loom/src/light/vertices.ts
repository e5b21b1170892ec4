import { PARTS } from './frame.js';
import type { Camera, Sheet } from './scene.js';
import { dot, type ShadowMap, unit, type Vector } from './shadow.js';

const FILL = unit([0.8, -0.15, 0.55]);

/** Reused: each sheet is filled before the next is lit. */
let scratch = new Float32Array(0);

/** Projects and lights the points of a sheet; the grids are fine enough for light per vertex. */
export function lightVertices(
  sheet: Sheet,
  camera: Camera,
  width: number,
  height: number,
  light: Vector,
  shadow: ShadowMap,
): Float32Array {
  const { columns, rows, points, places, material } = sheet;
  const step = columns + 1;
  const length = (points.length / 3) * PARTS;
  if (scratch.length < length) scratch = new Float32Array(length);
  const out = scratch;
  const cosPitch = Math.cos(camera.pitch);
  const sinPitch = Math.sin(camera.pitch);
  const view: Vector = [0, -sinPitch, cosPitch];
  const half = unit([light[0] + view[0], light[1] + view[1], light[2] + view[2]]);
  const scale = width / camera.width;
  const blur = camera.width * (material.ground ? 0.02 : 0.005);
  const lift = Math.min(0.4, camera.width * 0.004);
  for (let j = 0; j <= rows; j += 1) {
    for (let i = 0; i <= columns; i += 1) {
      const n = j * step + i;
      const left = (i > 0 ? n - 1 : n) * 3;
      const right = (i < columns ? n + 1 : n) * 3;
      const above = (j > 0 ? n - step : n) * 3;
      const below = (j < rows ? n + step : n) * 3;
      const tx = points[right] - points[left];
      const ty = points[right + 1] - points[left + 1];
      const tz = points[right + 2] - points[left + 2];
      const sx = points[below] - points[above];
      const sy = points[below + 1] - points[above + 1];
      const sz = points[below + 2] - points[above + 2];
      let nx = ty * sz - tz * sy;
      let ny = tz * sx - tx * sz;
      let nz = tx * sy - ty * sx;
      const size = Math.hypot(nx, ny, nz) || 1;
      const facing = ny * view[1] + nz * view[2] < 0 ? -1 / size : 1 / size;
      nx *= facing;
      ny *= facing;
      nz *= facing;
      const x = points[n * 3];
      const y = points[n * 3 + 1];
      const z = points[n * 3 + 2];
      const toLight = dot(light, nx, ny, nz);
      const open = toLight > -0.25 ? shadow.lit(x + nx * lift, y + ny * lift, z + nz * lift, blur) : 0;
      const key = Math.max(0, (toLight + 0.18) / 1.18) * open;
      const toView = ny * view[1] + nz * view[2];
      const fill = Math.max(0, dot(FILL, nx, ny, nz));
      // Thread runs along the columns; its highlight spreads across.
      const tLength = Math.hypot(tx, ty, tz) || 1;
      const along = dot(half, tx, ty, tz) / tLength;
      const facet = Math.max(0, dot(half, nx, ny, nz));
      const sheen =
        (Math.pow(Math.max(0, 1 - along * along), material.sharpness) * 0.5 +
          Math.pow(facet, material.sharpness * 2.4) * 0.7) *
        open *
        Math.max(0, Math.min(1, toLight * 2));
      const rx = 2 * toView * nx - view[0];
      const ry = 2 * toView * ny - view[1];
      const rz = 2 * toView * nz - view[2];
      const mirrored = Math.max(0, dot(light, rx, ry, rz));
      const side = Math.max(0, dot(FILL, rx, ry, rz));
      const gloss = Math.pow(mirrored, 7) * 1.25 * (0.25 + 0.75 * open) + Math.pow(side, 12) * 0.45 + 0.16 * (1 - ry);
      const o = n * PARTS;
      const py = y * cosPitch + z * sinPitch;
      const depth = z * cosPitch - y * sinPitch;
      const near = camera.distance / (camera.distance - depth);
      out[o] = width / 2 + (x - camera.x) * near * scale;
      out[o + 1] = height / 2 + (py - camera.y) * near * scale;
      out[o + 2] = depth;
      out[o + 3] = places[n * 2];
      out[o + 4] = places[n * 2 + 1];
      out[o + 5] = key;
      out[o + 6] = 0.55 - 0.22 * ny + 0.23 * nz + fill * 0.32;
      out[o + 7] = sheen;
      out[o + 8] = gloss;
    }
  }
  return out;
}
