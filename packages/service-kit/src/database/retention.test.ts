import { fork } from 'node:child_process';
import { once } from 'node:events';
import mongoose, { type Connection } from 'mongoose';
import { testMongoUri } from '../testing/test-service.js';
import { ensureTtlIndex, type TtlIndex } from './retention.js';

const DAY_S = 86_400;
const buildIndex = (days: number, changes: Partial<TtlIndex> = {}): TtlIndex => ({
  key: { at: 1 },
  name: 'at_1',
  expireAfterSeconds: days * DAY_S,
  ...changes,
});

describe('ensureTtlIndex', () => {
  let connection: Connection;
  const uri = new URL(testMongoUri());
  beforeAll(async () => {
    uri.pathname = `/test_retention_${process.pid}_${Date.now()}`;
    connection = await mongoose.createConnection(uri.toString()).asPromise();
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  afterEach(() => connection.dropDatabase());
  const ensure = (index: TtlIndex) => ensureTtlIndex(connection.collection('deliveries'), index);
  const find = async () => (await connection.collection('deliveries').indexes()).filter(({ name }) => name !== '_id_');

  it('creates an index and leaves one that fits', async () => {
    for (let start = 0; start < 2; start += 1) await ensure(buildIndex(90));
    expect(await find()).toEqual([expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 90 * DAY_S })]);
  });

  it('applies a changed time to an index that exists', async () => {
    await ensure(buildIndex(90));
    await ensure(buildIndex(30));
    expect(await find()).toEqual([expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 30 * DAY_S })]);
  });

  it('changes only the rule of its name when two count from the same date', async () => {
    const released = { partialFilterExpression: { state: 'released' } };
    const sold = { name: 'sold', partialFilterExpression: { state: { $in: ['sold', 'returned'] } } };
    await ensure(buildIndex(90, released));
    await ensure(buildIndex(1_000, sold));
    await ensure(buildIndex(30, released));
    const times = (await find()).map(({ name, expireAfterSeconds }) => [name, expireAfterSeconds]);
    expect(times).toEqual([
      ['at_1', 30 * DAY_S],
      ['sold', 1_000 * DAY_S],
    ]);
  });

  it('does not hide other failures', async () => {
    await expect(ensure(buildIndex(90, { key: {} }))).rejects.toThrow();
  });

  it.each([['create', undefined] as const, ['change', 90] as const])(
    'two processes that start at once %s it together',
    async (_what, before) => {
      for (let round = 0; round < 5; round += 1) {
        await connection.dropDatabase();
        if (before) await ensure(buildIndex(before));
        expect(await startProcesses(uri.toString(), buildIndex(30))).toEqual([0, 0]);
        expect(await find()).toEqual([expect.objectContaining({ expireAfterSeconds: 30 * DAY_S })]);
      }
    },
    60_000,
  );
});

/** Starts two processes that ensure an index in the same moment, and returns their exit codes. */
async function startProcesses(uri: string, index: TtlIndex): Promise<unknown[]> {
  const program = new URL('../../dist/testing/ensure-ttl-index.js', import.meta.url);
  const processes = [1, 2].map(() => fork(program, [uri, JSON.stringify(index)], { execArgv: [] }));
  const ended = processes.map(async (child) => ((await once(child, 'exit')) as unknown[])[0]);
  await Promise.all(processes.map((child) => once(child, 'message')));
  for (const child of processes) child.send('start');
  return Promise.all(ended);
}
