export class Random {
  #state: number;

  constructor(seed: number | string) {
    this.#state = typeof seed === 'number' ? seed >>> 0 : hash(seed);
  }

  /** Uniform in [0, 1) (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Uniform in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  seed(): number {
    return Math.floor(this.between(0, 9999));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)];
  }
}

/** FNV-1a over the UTF-16 units. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  return h >>> 0;
}

function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in [-1, 1] with features one unit wide. */
export function noise(x: number, y: number, seed: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const a = lattice(x0, y0, seed);
  const b = lattice(x0 + 1, y0, seed);
  const c = lattice(x0, y0 + 1, seed);
  const d = lattice(x0 + 1, y0 + 1, seed);
  const top = a + (b - a) * sx;
  return (top + (c + (d - c) * sx - top) * sy) * 2 - 1;
}

const TILE = 512;
let tile: Float32Array | null = null;

function noiseTile(): Float32Array {
  const made = new Float32Array(TILE * TILE);
  for (let j = 0; j < TILE; j += 1) {
    for (let i = 0; i < TILE; i += 1) {
      // Blends two copies at the edges.
      const fx = Math.min(1, i / 64);
      const fy = Math.min(1, j / 64);
      const at = (di: number, dj: number) => noise((i + di) / 8, (j + dj) / 8, 3);
      made[j * TILE + i] =
        fx === 1 && fy === 1
          ? at(0, 0)
          : (at(0, 0) * fx + at(TILE, 0) * (1 - fx)) * fy + (at(0, TILE) * fx + at(TILE, TILE) * (1 - fx)) * (1 - fy);
    }
  }
  return made;
}

/** Noise in [-1, 1] in steps of an eighth of a unit: the fastest. */
export function speck(x: number, y: number): number {
  tile ??= noiseTile();
  return tile[(Math.floor(y * 8) & (TILE - 1)) * TILE + (Math.floor(x * 8) & (TILE - 1))];
}

export function mottle(x: number, y: number): number {
  tile ??= noiseTile();
  const px = x * 8;
  const py = y * 8;
  const x0 = Math.floor(px);
  const y0 = Math.floor(py);
  const fx = px - x0;
  const fy = py - y0;
  const row0 = (y0 & (TILE - 1)) * TILE;
  const row1 = ((y0 + 1) & (TILE - 1)) * TILE;
  const c0 = x0 & (TILE - 1);
  const c1 = (x0 + 1) & (TILE - 1);
  const top = tile[row0 + c0] * (1 - fx) + tile[row0 + c1] * fx;
  return top * (1 - fy) + (tile[row1 + c0] * (1 - fx) + tile[row1 + c1] * fx) * fy;
}
