import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { readDatabase } from './read-entries.js';

it('reads a database a batch at a time, and no further than its reader', async () => {
  const uri = new URL(process.env['TEST_MONGODB_URI'] ?? '');
  uri.pathname = `/test_backup_${process.pid}_${Date.now()}`;
  const client = new MongoClient(uri.toString(), { monitorCommands: true });
  const commands: string[] = [];
  client.on('commandStarted', ({ commandName }) => commands.push(commandName));
  const reads = () => commands.filter((name) => name === 'find' || name === 'getMore').length;
  const db = client.db();
  try {
    await db.collection<{ _id: number }>('b').insertMany(Array.from({ length: 250 }, (_none, _id) => ({ _id })));
    await db.collection<{ _id: number }>('a').insertOne({ _id: 7 });
    const entries = readDatabase('order', db);
    const readAt = expect.any(Date);
    expect((await entries.next()).value).toEqual({ database: 'order', collection: 'a', document: { _id: 7 }, readAt });
    const first = (await entries.next()).value;
    expect(first).toEqual({ database: 'order', collection: 'b', document: { _id: 0 }, readAt });
    // One of each collection: 250 documents are more than a batch.
    expect(reads()).toBe(2);
    const rest: unknown[] = [];
    await sleep(5);
    const resumedAt = new Date();
    const moments: (Date | undefined)[] = [];
    for await (const { document, readAt: moment } of entries) {
      rest.push(document['_id']);
      moments.push(moment);
    }
    expect(moments[0]).toEqual(first?.readAt);
    expect(moments.at(-1)?.getTime()).toBeGreaterThanOrEqual(resumedAt.getTime());
    expect(rest).toEqual(Array.from({ length: 249 }, (_none, index) => index + 1));
    expect(reads()).toBeGreaterThan(2);
  } finally {
    await db.dropDatabase();
    await client.close();
  }
});
