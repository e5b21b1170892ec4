import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// The built package by its name: its workers run outside jest, whose sandbox slows pixel work down a hundred times.
import { renderFiles } from '@rangavalli/loom/pool';
import sharp from 'sharp';
import { rgb } from './palette.js';
import { scenes, type PictureKind } from './pictures/kinds.js';
import { encodeMaster, type PictureSpec } from './render.js';
import type { Family } from './weaves/weave.js';

const FAMILIES: Family[] = [
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
const KINDS = [...Object.keys(scenes), 'close-up'] as PictureKind[];
const THUMBNAIL = { width: 144, height: 180 };

const buildSpec = (change: Partial<PictureSpec> = {}): PictureSpec => ({
  kind: 'drape',
  cloths: [{ family: 'kanchipuram', ground: 'arakku', border: 'bottle', accent: 'mango', zari: 'gold', seed: 4 }],
  ground: 'lime',
  seed: 1,
  width: 120,
  height: 150,
  ...change,
});

/** All families in the same dyes, so that only the weave differs. */
const buildThumbnail = (family: Family, seed: number): PictureSpec =>
  buildSpec({
    kind: 'flat-lay',
    ...THUMBNAIL,
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
  });

/** Shares of colours, and strengths and directions of edges. */
function fingerprint(pixels: Uint8Array): number[] {
  const { atan2, floor, hypot, min, PI } = Math; // globals are slow in jest's sandbox
  const { width, height } = THUMBNAIL;
  const colours = Array.from({ length: 64 }, () => 0);
  const edges = Array.from({ length: 24 }, () => 0);
  const grey = (i: number) => pixels[i * 3] * 0.3 + pixels[i * 3 + 1] * 0.59 + pixels[i * 3 + 2] * 0.11;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      colours[(pixels[i * 3] >> 6) * 16 + (pixels[i * 3 + 1] >> 6) * 4 + (pixels[i * 3 + 2] >> 6)] += 1;
      const dx = grey(i + 1) - grey(i - 1);
      const dy = grey(i + width) - grey(i - width);
      const strength = min(3, floor(hypot(dx, dy) / 22));
      edges[strength * 6 + min(5, floor((((atan2(dy, dx) + PI) % PI) / PI) * 6))] += 1;
    }
  }
  return [...colours, ...edges].map((count) => Math.sqrt(count / (width * height)));
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((part, k) => part - b[k]));

describe('rendering', () => {
  let folder: string;
  const path = (name: string) => join(folder, `${name}.png`);
  const pixels = (name: string) => sharp(path(name)).raw().toBuffer();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loom-'));
    const specs: Record<string, PictureSpec> = {
      'other-seed': buildSpec({ seed: 2 }),
      wide: buildSpec({ width: 160, height: 90 }),
      ...Object.fromEntries(KINDS.map((kind) => [kind, buildSpec({ kind })])),
      ...Object.fromEntries(
        (['drape', 'worn', 'flat-lay', 'close-up'] as const).map((kind) => [`${kind}-again`, buildSpec({ kind })]),
      ),
      ...Object.fromEntries(
        FAMILIES.flatMap((family) => [11, 12].map((seed) => [`${family}-${seed}`, buildThumbnail(family, seed)])),
      ),
    };
    await renderFiles(Object.entries(specs).map(([name, spec]) => [{ file: path(name), spec }]));
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['drape', 'worn', 'flat-lay', 'close-up'])('gives the same file for the same spec: %s', async (kind) => {
    expect((await readFile(path(kind))).equals(await readFile(path(`${kind}-again`)))).toBe(true);
  });

  it('gives another picture for another seed', async () => {
    expect((await pixels('drape')).equals(await pixels('other-seed'))).toBe(false);
  });

  it('has the size of the spec', async () => {
    expect(await sharp(path('wide')).metadata()).toMatchObject({ width: 160, height: 90 });
  });

  it.each(KINDS)('fills the picture and leaves no hole: %s', async (kind) => {
    const { channels } = await sharp(path(kind)).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(14);
    const coarse = await sharp(path(kind)).resize(6, 6, { kernel: 'cubic', fit: 'fill' }).raw().toBuffer();
    expect(Math.max(...coarse.subarray(-18))).toBeGreaterThan(20);
  });

  it('makes the nine weaves distinguishable at thumbnail size, in the same dyes', async () => {
    const prints = new Map<Family, [number[], number[]]>();
    for (const family of FAMILIES)
      prints.set(family, [fingerprint(await pixels(`${family}-11`)), fingerprint(await pixels(`${family}-12`))]);
    for (const family of FAMILIES) {
      const [own, otherPose] = prints.get(family)!;
      const nearest = Math.min(
        ...FAMILIES.filter((other) => other !== family).map((other) => distance(own, prints.get(other)![0])),
      );
      // Another pose of the same weave is nearer than any other weave, by a clear margin.
      expect([family, nearest > distance(own, otherPose) * 1.15]).toEqual([family, true]);
      expect(nearest).toBeGreaterThan(0.12);
    }
  });

  it('keeps the dye of the spec', async () => {
    const bytes = await pixels('paithani-11');
    const [red, green, blue] = rgb('#8c1c2e');
    let matches = 0;
    for (let i = 0; i < bytes.length; i += 3) {
      const light = (bytes[i] + 1) / (red + 1);
      if (light > 0.4 && Math.abs(bytes[i + 1] - green * light) < 26 && Math.abs(bytes[i + 2] - blue * light) < 26)
        matches += 1;
    }
    expect(matches / (bytes.length / 3)).toBeGreaterThan(0.15);
  });

  it('encodes masters as AVIF of the same size', async () => {
    const master = await encodeMaster(sharp(path('worn')));
    expect(await sharp(master).metadata()).toMatchObject({ compression: 'av1', width: 120, height: 150 });
  });

  it('names the picture that it cannot render', async () => {
    const spec = buildSpec({ kind: 'tapestry' as PictureKind });
    await expect(renderFiles([[{ file: path('wrong'), spec }]])).rejects.toThrow(/tapestry/);
  });
});
