import mongoose, { type Connection } from 'mongoose';
import { withCorrelation } from '../log/context.js';
import { QueryPlans } from './query-plans.js';
import { testMongoUri } from './test-service.js';

describe('query plans', () => {
  let connection: Connection;
  beforeAll(async () => {
    const uri = new URL(testMongoUri());
    uri.pathname = `/test_plans_${process.pid}`;
    connection = await mongoose.createConnection(uri.toString(), { monitorCommands: true }).asPromise();
    await connection.collection('notes').createIndex({ author: 1, at: -1 });
    await connection
      .collection('notes')
      .insertMany(Array.from({ length: 20 }, (_, index) => ({ author: `a${index}`, at: index, text: `t${index}` })));
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });

  it('lists each shape of query without an index once, for every command', async () => {
    const plans = new QueryPlans(connection, 'notes');
    const notes = connection.collection('notes');
    await withCorrelation(undefined, async () => {
      await notes.find({ text: 't1' }).toArray();
      await notes.find({ text: 't2' }).toArray();
      await notes.updateOne({ text: { $in: ['t3', 't4'] } }, { $set: { at: 1 } });
      await notes.findOneAndUpdate({ at: 5 }, { $set: { at: 6 } });
      await notes.deleteOne({ at: { $gt: 1_000 } });
      await notes.aggregate([{ $match: { text: 't1' } }, { $group: { _id: '$author' } }]).toArray();
    });
    expect((await plans.scans()).toSorted()).toEqual(
      [
        'notes: {at: ?}',
        'notes: {at: {$gt: ?}}',
        'notes: {text: ?}',
        'notes: {text: {$in: [?]}}',
        'notes: {$match: {text: ?}} | {$group: {_id: ?}}',
      ].toSorted(),
    );
  });

  it('lists the shapes that cannot be explained beside the others', async () => {
    const plans = new QueryPlans(connection, 'notes');
    const notes = connection.collection('notes');
    await withCorrelation(undefined, async () => {
      await expect(notes.aggregate([{ $unknown: { author: 'a1' } }]).toArray()).rejects.toThrow();
      await notes.find({ text: 't1', at: 1 }).toArray();
    });
    expect(await plans.scans()).toEqual([
      'cannot be explained: notes: {$unknown: {author: ?}}',
      'notes: {text: ?, at: ?}',
    ]);
  });

  it('lists nothing once a test has closed the connection', async () => {
    const closed = await mongoose.createConnection(testMongoUri(), { monitorCommands: true }).asPromise();
    const plans = new QueryPlans(closed, 'notes');
    await withCorrelation(undefined, () =>
      closed
        .collection('notes')
        .find({ text: 't1', author: { $gt: 'a1' } })
        .toArray(),
    );
    await closed.close();
    expect(await plans.scans()).toEqual([]);
  });

  it('accepts indexed queries, queries for all documents, and queries of the tests', async () => {
    const plans = new QueryPlans(connection, 'notes');
    const notes = connection.collection('notes');
    await withCorrelation(undefined, async () => {
      await notes.findOne({ _id: new mongoose.Types.ObjectId() });
      await notes.updateOne({ author: 'a1', text: 't1' }, { $set: { at: 1 } });
      await notes.aggregate([{ $match: { author: 'a2' } }, { $sort: { at: -1 } }]).toArray();
      await notes.find().toArray();
    });
    await notes.findOne({ text: 'from a test' });
    expect(await plans.scans()).toEqual([]);
  });

  it('explains a shape that an index serves once for a service', async () => {
    let explained = 0;
    connection.on('commandStarted', ({ commandName }) => (explained += commandName === 'explain' ? 1 : 0));
    const explainIn = async (service: string): Promise<number> => {
      const plans = new QueryPlans(connection, service);
      await withCorrelation(undefined, () => connection.collection('notes').findOne({ author: 'a3' }));
      const before = explained;
      expect(await plans.scans()).toEqual([]);
      return explained - before;
    };
    expect([await explainIn('one'), await explainIn('one'), await explainIn('another')]).toEqual([1, 0, 1]);
  });
});
