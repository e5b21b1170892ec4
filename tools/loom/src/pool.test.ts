import { stat } from 'node:fs/promises';
import type { PictureOrder } from './render.js';
import { TestingLoom } from './testing-loom.js';

const anOrder = (seed: number): PictureOrder => ({
  kind: 'drape',
  cloths: [{ family: 'ikat', ground: 'indigo', border: 'maroon', accent: 'rust', zari: 'gold', seed: 1 }],
  ground: 'sand',
  seed,
  width: 100,
  height: 125,
});

describe('the loom', () => {
  let at: TestingLoom;
  beforeEach(async () => {
    at = await TestingLoom.open();
  });
  afterEach(() => at.close());

  it('weaves on several seats and keeps what it wove', async () => {
    const [first, second] = await Promise.all([at.loom.weave([anOrder(1), anOrder(2)]), at.loom.weave([anOrder(3)])]);
    expect([...first, ...second].map(({ fresh }) => fresh)).toEqual([true, true, true]);
    const { mtimeMs } = await stat(first[0]!.path);
    expect((await at.loom.weave([anOrder(1)]))[0]).toEqual({ path: first[0]!.path, fresh: false });
    expect((await stat(first[0]!.path)).mtimeMs).toBe(mtimeMs);
  });

  it('says what it could not weave, and goes on', async () => {
    const wrong = { ...anOrder(1), kind: 'tapestry' } as unknown as PictureOrder;
    await expect(at.loom.weave([wrong])).rejects.toThrow(/tapestry/);
    expect(await at.loom.weave([anOrder(4)])).toHaveLength(1);
  });

  it('does not leave anyone waiting when it closes', async () => {
    const waiting = Promise.allSettled(
      Array.from({ length: 6 }, (_, seed) => at.loom.weave([{ ...anOrder(seed + 10), width: 900, height: 1125 }])),
    );
    await at.loom.close();
    expect((await waiting).some(({ status }) => status === 'rejected')).toBe(true);
  });
});
