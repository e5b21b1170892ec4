import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import mongoose, { type Connection, type Model } from 'mongoose';
import { testMongoUri } from '../testing/test-service.js';
import { decodeCursor, encodeCursor, findPage } from './paging.js';

interface Saree {
  number: number;
  weave: string;
  at: Date;
}

describe('findPage', () => {
  let connection: Connection;
  let sarees: Model<Saree>;
  beforeAll(async () => {
    const uri = new URL(testMongoUri());
    uri.pathname = `/test_paging_${process.pid}_${Date.now()}`;
    connection = await mongoose.createConnection(uri.toString(), { monitorCommands: true }).asPromise();
    sarees = connection.model<Saree>('Saree', new mongoose.Schema<Saree>({ number: Number, weave: String, at: Date }));
    // Two sarees have the same time.
    await sarees.insertMany(
      [1, 2, 3, 4, 5].map((number) => ({
        number,
        weave: number < 5 ? 'ikat' : 'pochampally',
        at: new Date(Date.UTC(2026, 0, number === 3 ? 2 : number)),
      })),
    );
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  const find = async (cursor?: string, options: Partial<Parameters<typeof findPage<Saree>>[1]> = {}) => {
    const { items, ...info } = await findPage(sarees, { filter: {}, limit: 2, cursor, ...options });
    return { numbers: items.map(({ number }) => number), ...info };
  };
  const walk = async (options: Partial<Parameters<typeof findPage<Saree>>[1]>) => {
    const pages: number[][] = [];
    for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
      const { numbers, nextCursor } = await find(cursor, options);
      pages.push(numbers);
      cursor = nextCursor;
    }
    return pages;
  };
  const refused = { code: 'VALIDATION_FAILED', status: 400, details: { fields: { cursor: expect.any(String) } } };

  it('returns the newest first, the number of all on the first page, and no cursor on the last', async () => {
    const first = await find();
    expect(first).toEqual({ numbers: [5, 4], total: 5, nextCursor: expect.any(String) });
    const second = await find(first.nextCursor);
    expect(second).toEqual({ numbers: [3, 2], nextCursor: expect.any(String) });
    expect(await find(second.nextCursor)).toEqual({ numbers: [1] });
    expect(await find(undefined, { limit: 5 })).toEqual({ numbers: [5, 4, 3, 2, 1], total: 5 });
  });

  it('has every document once in any order, also those with equal keys', async () => {
    expect(await walk({ sort: { at: 1, _id: 1 }, limit: 2 })).toEqual([[1, 2], [3, 4], [5]]);
    expect(await walk({ sort: { at: -1, number: 1, _id: 1 }, limit: 3 })).toEqual([
      [5, 4, 2],
      [3, 1],
    ]);
  });

  it('neither repeats nor hides documents when the list changes between two pages', async () => {
    const { nextCursor } = await find();
    const added = await sarees.create({ number: 6, weave: 'ikat', at: new Date() });
    await sarees.deleteOne({ number: 4 });
    expect((await find(nextCursor)).numbers).toEqual([3, 2]);
    await sarees.deleteOne({ _id: added._id });
    await sarees.create({ number: 4, weave: 'ikat', at: new Date() });
  });

  it('counts only documents that match the filter', async () => {
    expect(await find(undefined, { filter: { weave: 'pochampally' } })).toEqual({ numbers: [5], total: 1 });
    expect(await find(undefined, { filter: { weave: 'kanchipuram' } })).toEqual({ numbers: [], total: 0 });
  });

  describe('with the index of its filter', () => {
    const MANY = MAX_COUNT + 20;
    const finders = [{ filter: {}, index: 'weave' }];
    beforeAll(async () => {
      await sarees.collection.createIndex({ weave: 1 }, { name: 'weave' });
      await sarees.collection.createIndex({ number: 1 }, { name: 'number' });
      const at = new Date('2020-01-01');
      await sarees.insertMany(Array.from({ length: MANY }, (_, k) => ({ number: 100 + k, weave: 'patola', at })));
    });
    afterAll(() => sarees.deleteMany({ weave: 'patola' }));

    it('returns the same pages of few matches', async () => {
      const filter = { weave: 'ikat' };
      expect(await walk({ filter, finders })).toEqual(await walk({ filter }));
      const sort = { at: 1, _id: 1 } as const;
      expect(await walk({ filter, finders, sort })).toEqual([
        [1, 2],
        [3, 4],
      ]);
      expect(await find(undefined, { filter, finders })).toMatchObject({ total: 4, numbers: [4, 3] });
    });

    it('returns the same pages of many, and counts no further', async () => {
      const query = { filter: { weave: 'patola' }, finders, index: '_id_', limit: 400 };
      const pages = await walk(query);
      expect(pages.map(({ length }) => length)).toEqual([400, 400, 220]);
      expect(pages.flat()).toEqual(Array.from({ length: MANY }, (_, k) => 100 + MANY - 1 - k));
      expect((await find(undefined, query)).total).toBe(MAX_COUNT);
      const { finders: _finders, ...inOrder } = query;
      expect(await walk(inOrder)).toEqual(pages);
      expect((await find(undefined, inOrder)).total).toBe(MAX_COUNT);
    });

    it('returns a match of two alternatives once', async () => {
      const alternatives = [
        { filter: { weave: 'ikat' }, index: 'weave' },
        { filter: { number: { $lt: 3 } }, index: 'number' },
      ];
      const filter = { $or: alternatives.map((one) => one.filter) };
      expect(await find(undefined, { filter, finders: alternatives, limit: 9 })).toEqual({
        numbers: [4, 3, 2, 1],
        total: 4,
      });
    });

    it('uses the index and no other', async () => {
      const hints: unknown[] = [];
      const count = ({ commandName, command }: { commandName: string; command: { hint?: unknown } }) =>
        commandName === 'find' && hints.push(command.hint);
      connection.getClient().on('commandStarted', count as never);
      await find(undefined, { filter: { weave: 'ikat' }, finders });
      await find(undefined, { filter: { weave: 'patola' }, finders, index: '_id_' });
      connection.getClient().off('commandStarted', count as never);
      expect(hints).toEqual(['weave', undefined, 'weave', '_id_']);
    });
  });

  it('reads and counts in the order of its index', async () => {
    await sarees.collection.createIndex({ weave: 1, at: -1, _id: -1 }, { name: 'newest_of_weave' });
    const hints: unknown[] = [];
    const record = ({ command }: { command: { hint?: unknown } }) => hints.push(command.hint);
    connection.getClient().on('commandStarted', record as never);
    const query = { filter: { weave: 'ikat' }, sort: { at: -1, _id: -1 }, index: 'newest_of_weave' } as const;
    expect(await find(undefined, query)).toMatchObject({ numbers: [4, 3], total: 4 });
    connection.getClient().off('commandStarted', record as never);
    expect(hints).toEqual(['newest_of_weave', 'newest_of_weave']);
    expect(await walk(query)).toEqual([
      [4, 3],
      [2, 1],
    ]);
  });

  it('lists the best matches alone once there are a hundred', async () => {
    await sarees.collection.createIndex({ weave: 1, _id: -1 }, { name: 'by_weave' });
    const filter = { weave: { $gte: 'gadwal', $lt: 'gadwam' } };
    const best = { filter: { weave: 'gadwal' }, listed: { weave: 'gadwal', number: { $gt: 0 } }, index: 'by_weave' };
    const query = { filter, finders: [{ filter: {}, index: 'by_weave' }], best, limit: 60 };
    const add = (weave: string, numbers: number[]) =>
      sarees.insertMany(numbers.map((number) => ({ number, weave, at: new Date() })));
    await add(
      'gadwal',
      Array.from({ length: 99 }, (_, k) => k + 1),
    );
    await add('gadwal silk', [100, 101]);
    expect(await find(undefined, query)).toMatchObject({ numbers: expect.arrayContaining([100, 101]), total: 101 });
    await add('gadwal', [200]);
    const pages = await walk(query);
    expect(pages.map(({ length }) => length)).toEqual([60, 40]);
    expect(pages.flat()).toEqual([200, ...Array.from({ length: 99 }, (_, k) => 99 - k)]);
    expect((await find(undefined, query)).total).toBe(100);
    const [number, weave] = [{ $in: [100, 200] }, 'gadwal'];
    const few = { ...query, filter: { ...filter, number }, best: { ...best, listed: { weave, number } } };
    expect(await find(undefined, few)).toMatchObject({ numbers: [200, 100], total: 2 });
    const similar = { number: { $in: [99, 100, 200] } };
    const beside = { ...few, best: { ...few.best, similar }, limit: 2 };
    const first = await find(undefined, { ...beside, best: { ...beside.best, listed: { weave, number: 99 } } });
    expect(first).toMatchObject({ numbers: [200, 100], total: 3 });
    expect(await find(first.nextCursor, beside)).toMatchObject({ numbers: [99] });
    await sarees.deleteMany(filter);
  });

  it('continues a named list whose filter has changed, and no list of another name', async () => {
    const [first, changed] = [['ikat'], ['ikat', 'pochampally']].map((weaves) => ({ weave: { $in: weaves } }));
    const { nextCursor } = await find(undefined, { filter: first, name: ['weaves', 'i'] });
    expect(await find(nextCursor, { filter: changed, name: ['weaves', 'i'] })).toMatchObject({ numbers: [2, 1] });
    await expect(find(nextCursor, { filter: first, name: ['weaves', undefined] })).rejects.toMatchObject(refused);
    await expect(find(nextCursor, { filter: first })).rejects.toMatchObject(refused);
  });

  it('refuses malformed and changed cursors, and those of another filter, order or list', async () => {
    const { nextCursor = '' } = await find();
    const content = JSON.parse(Buffer.from(nextCursor, 'base64url').toString()) as string[];
    const changed = Buffer.from(JSON.stringify([content[0], 'f'.repeat(24)])).toString('base64url');
    const attempts = ['x', 'e30', Buffer.from('null').toString('base64url'), changed, encodeCursor('other', [1])];
    for (const cursor of attempts) await expect(find(cursor)).rejects.toMatchObject(refused);
    await expect(find(nextCursor, { filter: { weave: 'ikat' } })).rejects.toMatchObject(refused);
    await expect(find(nextCursor, { sort: { at: -1, _id: -1 } })).rejects.toMatchObject(refused);
  });

  it('refuses a position whose types do not fit, even with its checksum', async () => {
    const list = JSON.stringify(['Saree', { at: -1, _id: -1 }, {}]);
    const options = { sort: { at: -1, _id: -1 } } as const;
    for (const position of [['never', 'f'.repeat(24)], ['2026-01-01', 'x'], ['2026-01-01']])
      await expect(find(encodeCursor(list, position), options)).rejects.toMatchObject(refused);
  });

  it('keeps positions of lists outside the database too', () => {
    expect(decodeCursor('messages', encodeCursor('messages', [7, 'a']))).toEqual([7, 'a']);
    expect(() => decodeCursor('others', encodeCursor('messages', [7]))).toThrow('Please load the list again.');
  });
});
