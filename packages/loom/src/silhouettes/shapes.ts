import { sheet, type Material, type Sheet } from '../light/scene.js';

export type Spot = readonly [number, number, number];

/** Surface of revolution of a profile of [radius, y]. `flute` scales the radius by angle. */
export function revolve(
  at: Spot,
  profile: readonly (readonly [number, number])[],
  material: Material,
  options: {
    around?: number;
    flute?: (angle: number, t: number) => number;
    u?: (angle: number) => number;
    v?: (t: number) => number;
  } = {},
): Sheet {
  const around = options.around ?? 72;
  const rows = (profile.length - 1) * 8;
  return sheet(around, rows, material, (i, j, out) => {
    const angle = (i / around) * Math.PI * 2;
    const t = j / rows;
    const [radius, y] = along(profile, t);
    const r = radius * (options.flute?.(angle, t) ?? 1);
    out.x = at[0] + Math.sin(angle) * r;
    out.y = at[1] + y;
    out.z = at[2] + Math.cos(angle) * r;
    out.u = options.u?.(angle) ?? angle * radius;
    out.v = options.v?.(t) ?? y;
  });
}

/** A smooth curve through the points of a profile (Catmull–Rom). */
function along(profile: readonly (readonly [number, number])[], t: number): readonly [number, number] {
  const last = profile.length - 1;
  const s = Math.min(last - 1e-6, Math.max(0, t * last));
  const k = Math.floor(s);
  const f = s - k;
  const p0 = profile[Math.max(0, k - 1)];
  const p1 = profile[k];
  const p2 = profile[Math.min(last, k + 1)];
  const p3 = profile[Math.min(last, k + 2)];
  const one = (c: 0 | 1) =>
    0.5 *
    (2 * p1[c] +
      (p2[c] - p0[c]) * f +
      (2 * p0[c] - 5 * p1[c] + 4 * p2[c] - p3[c]) * f * f +
      (3 * p1[c] - p0[c] - 3 * p2[c] + p3[c]) * f * f * f);
  return [one(0), one(1)];
}

/** A cord along a path; `radius` by the share of the way, 0 to 1. */
export function tube(path: (t: number) => Spot, radius: (t: number) => number, material: Material, steps = 60): Sheet {
  const around = 14;
  return sheet(around, steps, material, (i, j, out) => {
    const t = j / steps;
    const a = path(Math.max(0, t - 0.005));
    const b = path(Math.min(1, t + 0.005));
    const p = path(t);
    const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
    const size = Math.hypot(...d) || 1;
    const n = [d[1] / size, -d[0] / size, 0] as const;
    const flat = Math.hypot(n[0], n[1]) || 1;
    const nx = n[0] / flat;
    const ny = n[1] / flat;
    const bx = (-d[2] * ny) / size;
    const by = (d[2] * nx) / size;
    const bz = (d[0] * ny - d[1] * nx) / size;
    const angle = (i / around) * Math.PI * 2;
    const r = radius(t);
    out.x = p[0] + (nx * Math.cos(angle) + bx * Math.sin(angle)) * r;
    out.y = p[1] + (ny * Math.cos(angle) + by * Math.sin(angle)) * r;
    out.z = p[2] + bz * Math.sin(angle) * r;
    out.u = i * 0.3;
    out.v = t * 12;
  });
}

export function ball(at: Spot, radius: number, material: Material, squash = 1): Sheet {
  return revolve(
    at,
    [
      [0.01, -radius * squash],
      [radius * 0.72, -radius * squash * 0.7],
      [radius, 0],
      [radius * 0.72, radius * squash * 0.7],
      [0.01, radius * squash],
    ],
    material,
    { around: 22 },
  );
}

/** A ring of wrapped thread in the picture's plane. */
export function ring(radius: number, thick: number, broad: number, material: Material, wraps: number): Sheet {
  const steps = 150;
  const around = 16;
  return sheet(around, steps, material, (i, j, out) => {
    const main = (j / steps) * Math.PI * 2;
    const side = (i / around) * Math.PI * 2;
    const coil = 1 + 0.05 * Math.sin(main * wraps + side);
    const r = radius + Math.cos(side) * thick * coil;
    out.x = Math.cos(main) * r;
    out.y = Math.sin(main) * r;
    out.z = Math.sin(side) * broad * coil;
    out.u = main * radius * 2;
    out.v = side * broad * 2;
  });
}

/** A closed body of elliptic sections from `top` to `bottom`, or clothing `grow` cm around it. */
export function sheetOn(
  material: Material,
  around: number,
  rows: number,
  top: number,
  bottom: number,
  wide: (y: number) => number,
  deep: (y: number) => number,
  grow?: number,
): Sheet {
  return sheet(around, rows, material, (i, j, out) => {
    const y = top + ((bottom - top) * j) / rows;
    const angle = (i / around) * Math.PI * 2;
    out.x = Math.sin(angle) * (wide(y) + (grow ?? 0));
    out.y = y;
    out.z = Math.cos(angle) * (deep(y) + (grow ?? 0));
    out.u = grow ? (angle > Math.PI ? angle - Math.PI * 2 : angle) * 15 : angle * 3;
    out.v = grow ? y : y * 0.4;
  });
}
