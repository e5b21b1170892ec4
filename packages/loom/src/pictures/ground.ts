import { type Camera, type Sheet, plain, sheet } from '../light/scene.js';

export const TABLE_LAMP = [-0.62, -0.5, 0.6] as const;
export const STUDIO_LAMP = [-0.5, -0.5, 0.75] as const;
export const SMALL_LAMP = [-0.55, -0.6, 0.62] as const;

export const grounds = {
  lime: '#eee3d2',
  sand: '#e0cfb6',
  rose: '#e2c6b8',
  sage: '#c9cbb4',
  stone: '#d6cdc2',
} as const;

export type Ground = keyof typeof grounds;

/** A wall, or a table from above: the plane z = 0. */
export function wall(camera: Camera, ground: Ground, aspect = 1.25): Sheet {
  const width = camera.width * 1.5;
  const height = camera.width * aspect * 1.5;
  const rows = Math.round(110 * Math.min(1.3, aspect + 0.1));
  return sheet(110, rows, plain(grounds[ground], { mottle: 0.022, sheen: 0, ground: true }), (i, j, out) => {
    out.x = camera.x + (i / 110 - 0.5) * width;
    out.y = camera.y + (j / rows - 0.5) * height;
    out.z = 0;
    out.u = (out.x / camera.width) * 34;
    out.v = (out.y / camera.width) * 34;
  });
}

/** A floor at y = `level` that curves into a wall `back` cm behind. */
export function studio(camera: Camera, level: number, back: number, ground: Ground): Sheet {
  const width = camera.width * 2.4;
  const size = camera.width / 136;
  const bend = 30 * size;
  return sheet(150, 150, plain(grounds[ground], { mottle: 0.018, sheen: 0, ground: true }), (i, j, out) => {
    out.x = camera.x + (i / 150 - 0.5) * width;
    const s = ((j / 150) * 520 - 260) * size;
    if (s < 0) {
      out.y = level - bend + s;
      out.z = -back;
    } else if (s < bend * 1.5708) {
      const angle = s / bend;
      out.y = level - bend + Math.sin(angle) * bend;
      out.z = -back + bend - Math.cos(angle) * bend;
    } else {
      out.y = level;
      out.z = -back + bend + (s - bend * 1.5708);
    }
    out.u = (out.x / size) * 0.3;
    out.v = (s / size) * 0.3;
  });
}
