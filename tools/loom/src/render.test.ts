import sharp from 'sharp';
import type { ClothOrder } from './cloth.js';
import { scenes, type PictureKind } from './pictures/kinds.js';
import { nameOf, type PictureOrder } from './render.js';
import { TestingLoom } from './testing-loom.js';

const cloth: ClothOrder = {
  family: 'kanchipuram',
  ground: 'arakku',
  border: 'bottle',
  accent: 'mango',
  zari: 'gold',
  motif: 0,
  seed: 4,
};
const anOrder = (change: Partial<PictureOrder> = {}): PictureOrder => ({
  kind: 'drape',
  cloths: [cloth],
  ground: 'lime',
  seed: 1,
  width: 120,
  height: 150,
  ...change,
});

describe('a picture', () => {
  let first: TestingLoom;
  let second: TestingLoom;
  beforeAll(async () => {
    [first, second] = await Promise.all([TestingLoom.open(), TestingLoom.open()]);
  });
  afterAll(() => Promise.all([first.close(), second.close()]));

  it.each(['drape', 'worn', 'flat-lay', 'close-up'] as const)(
    'is the same, byte for byte, from the same order on another loom: %s',
    async (kind) => {
      const order = anOrder({ kind });
      const [one, other] = await Promise.all([first.file(order), second.file(order)]);
      expect(one.equals(other)).toBe(true);
    },
  );

  it('is another with another seed', async () => {
    expect((await first.file(anOrder())).equals(await first.file(anOrder({ seed: 2 })))).toBe(false);
  });

  it('has a name that follows the order and not the way it is written', () => {
    const { kind, ...rest } = anOrder();
    expect(nameOf({ ...rest, kind })).toBe(nameOf(anOrder()));
    expect(nameOf(anOrder({ seed: 2 }))).not.toBe(nameOf(anOrder()));
  });

  it('has the size that was ordered', async () => {
    expect(await sharp(await first.file(anOrder({ width: 160, height: 90 }))).metadata()).toMatchObject({
      format: 'jpeg',
      width: 160,
      height: 90,
    });
  });

  it.each([...Object.keys(scenes), 'close-up'] as PictureKind[])(
    'shows something, with nowhere a hole: %s',
    async (kind) => {
      const file = await first.file(anOrder({ kind }));
      const { channels } = await sharp(file).stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(14);
      const edges = await sharp(file).resize(6, 6, { kernel: 'cubic', fit: 'fill' }).raw().toBuffer();
      expect(Math.max(...edges.subarray(-18))).toBeGreaterThan(20);
    },
  );
});
