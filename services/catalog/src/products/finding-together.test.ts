import { Types } from 'mongoose';
import { FindingTogether } from './finding-together.js';

const ids = Array.from({ length: 6 }, () => new Types.ObjectId().toHexString());
const [first, second, third] = ids as [string, string, string];

describe('products that are asked for one by one', () => {
  let queries: { ids: readonly string[]; answer: (found: readonly string[]) => void; fail: (error: Error) => void }[];
  let finding: FindingTogether<{ _id: Types.ObjectId }>;
  beforeEach(() => {
    queries = [];
    finding = new FindingTogether(
      (asked) =>
        new Promise((resolve, reject) => {
          queries.push({
            ids: asked,
            answer: (found) => resolve(found.map((id) => ({ _id: new Types.ObjectId(id) }))),
            fail: reject,
          });
        }),
    );
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('are asked for at once when nobody else asks', async () => {
    const asked = finding.one(first);
    await settle();
    expect(queries.map((query) => query.ids)).toEqual([[first]]);
    queries[0]!.answer([first]);
    expect((await asked)?._id.toHexString()).toBe(first);
  });

  it('share the next query while one is on its way, also with who asks for the same, and never that one', async () => {
    const early = finding.one(first);
    await settle();
    const late = [finding.one(first), finding.one(second), finding.one(second), finding.one(third)];
    await settle();
    expect(queries.length).toBe(1);
    queries[0]!.answer([]);
    expect(await early).toBeUndefined();
    await settle();
    expect(queries[1]?.ids).toEqual([first, second, third]);
    queries[1]!.answer([third, first]);
    expect((await Promise.all(late)).map((found) => found?._id.toHexString())).toEqual([
      first,
      undefined,
      undefined,
      third,
    ]);
  });

  it('fail with their own query only', async () => {
    const early = finding.one(first);
    await settle();
    const late = finding.one(second);
    queries[0]!.fail(new Error('away'));
    await expect(early).rejects.toThrow('away');
    await settle();
    queries[1]!.answer([second]);
    expect((await late)?._id.toHexString()).toBe(second);
  });
});
