import { rgb } from '../palette.js';
import type { PictureOrder } from '../render.js';
import { TestingLoom } from '../testing-loom.js';
import type { Family } from './families.js';

const NINE: Family[] = [
  'kanchipuram',
  'banarasi',
  'chanderi',
  'paithani',
  'kalamkari',
  'ikat',
  'patola',
  'organza',
  'tussar',
];
const WIDTH = 144;
const HEIGHT = 180;

let at: TestingLoom;

/** All nine in the same dyes: what tells them apart must then be the weave. */
function thumbnail(family: Family, seed: number): Promise<Buffer> {
  const order: PictureOrder = {
    kind: 'flat-lay',
    ground: 'lime',
    width: WIDTH,
    height: HEIGHT,
    seed,
    cloths: [
      {
        family,
        ground: 'kumkum',
        border: 'bottle',
        pallu: 'bottle',
        accent: 'mango',
        second: 'sky',
        zari: 'gold',
        motif: 1,
        seed,
      },
    ],
  };
  return at.pixels(order);
}

/** What an eye takes from a thumbnail: shares of colours, and strengths and directions of edges. */
function impression(pixels: Uint8Array): number[] {
  const { atan2, floor, hypot, min, PI } = Math; // taken once: a global costs much in jest's sandbox
  const colours = Array.from({ length: 64 }, () => 0);
  const edges = Array.from({ length: 24 }, () => 0);
  const grey = (i: number) => pixels[i * 3]! * 0.3 + pixels[i * 3 + 1]! * 0.59 + pixels[i * 3 + 2]! * 0.11;
  for (let y = 1; y < HEIGHT - 1; y += 1) {
    for (let x = 1; x < WIDTH - 1; x += 1) {
      const i = y * WIDTH + x;
      const bin = (pixels[i * 3]! >> 6) * 16 + (pixels[i * 3 + 1]! >> 6) * 4 + (pixels[i * 3 + 2]! >> 6);
      colours[bin] = colours[bin]! + 1;
      const dx = grey(i + 1) - grey(i - 1);
      const dy = grey(i + WIDTH) - grey(i - WIDTH);
      const strength = min(3, floor(hypot(dx, dy) / 22));
      const direction = min(5, floor((((atan2(dy, dx) + PI) % PI) / PI) * 6));
      edges[strength * 6 + direction] = edges[strength * 6 + direction]! + 1;
    }
  }
  const share = 1 / (WIDTH * HEIGHT);
  return [...colours, ...edges].map((count) => Math.sqrt(count * share));
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((part, k) => part - b[k]!));

describe('the nine named weaves', () => {
  beforeAll(async () => {
    at = await TestingLoom.open();
  });
  afterAll(() => at.close());

  it('are told apart at thumbnail size, even in the same dyes', async () => {
    const seen = new Map<Family, [number[], number[]]>();
    for (const family of NINE)
      seen.set(family, [impression(await thumbnail(family, 11)), impression(await thumbnail(family, 12))]);
    for (const family of NINE) {
      const [own, twin] = seen.get(family)!;
      const toTwin = distance(own, twin);
      const toOthers = NINE.filter((other) => other !== family).map((other) => ({
        other,
        far: distance(own, seen.get(other)![0]),
      }));
      const nearest = toOthers.reduce((a, b) => (a.far < b.far ? a : b));
      // Another pose of the same weave looks nearer than any other weave, by a clear margin.
      expect({ family, nearest: nearest.other, clear: nearest.far > toTwin * 1.15 }).toEqual({
        family,
        nearest: nearest.other,
        clear: true,
      });
      expect(nearest.far).toBeGreaterThan(0.12);
    }
  });

  it('keep the dye they were ordered in', async () => {
    const pixels = await thumbnail('paithani', 3);
    const [red, green, blue] = rgb('#8c1c2e');
    let near = 0;
    for (let i = 0; i < pixels.length; i += 3) {
      const light = (pixels[i]! + 1) / (red + 1);
      if (Math.abs(pixels[i + 1]! - green * light) < 26 && Math.abs(pixels[i + 2]! - blue * light) < 26 && light > 0.4)
        near += 1;
    }
    expect(near / (WIDTH * HEIGHT)).toBeGreaterThan(0.15);
  });
});
