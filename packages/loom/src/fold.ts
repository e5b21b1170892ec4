import { noise } from './random.js';

export interface FoldedRow {
  x: Float32Array;
  z: Float32Array;
  span: number;
}

/**
 * Folds `length` cm of cloth without stretching it: its direction swings by up to `swing` radians (beyond π/2 the folds
 * overhang), about every `wave` cm.
 */
export function foldRow(
  steps: number,
  length: number,
  swing: (s: number) => number,
  wave: number,
  seed: number,
  drift: number,
): FoldedRow {
  const x = new Float32Array(steps + 1);
  const z = new Float32Array(steps + 1);
  const step = length / steps;
  for (let i = 1; i <= steps; i += 1) {
    const s = (i - 0.5) * step;
    const along =
      s / wave + 0.55 * noise(s / wave / 2.4, drift, seed) + 0.18 * noise((s / wave) * 1.1, drift * 2.1, seed + 3);
    const sharp = Math.sin(along * Math.PI * 2) + 0.24 * Math.sin(along * Math.PI * 4 + 0.7);
    const angle = swing(s) * sharp * (0.82 + 0.34 * noise(s / wave / 1.7, drift * 0.7 + 9, seed + 7));
    x[i] = x[i - 1] + Math.cos(angle) * step;
    z[i] = z[i - 1] + Math.sin(angle) * step;
  }
  const span = x[steps];
  // Both ends are at depth 0.
  const tilt = z[steps] / length;
  let lowest = 1e9;
  for (let i = 0; i <= steps; i += 1) {
    z[i] = z[i] - tilt * i * step;
    lowest = Math.min(lowest, z[i]);
  }
  for (let i = 0; i <= steps; i += 1) z[i] = z[i] - lowest;
  return { x, z, span };
}

/** Returns the swing at which `length` cm of such folds spans `span` cm. */
export function swingFor(span: number, length: number, wave: number, seed: number): number {
  let low = 0;
  let high = 2.5;
  for (let k = 0; k < 14; k += 1) {
    const middle = (low + high) / 2;
    if (foldRow(160, length, () => middle, wave, seed, 0).span > span) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
