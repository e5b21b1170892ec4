import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import pino from 'pino';
import { testMongoUri } from '../testing/test-service.js';
import { dropFormerIndexes } from './former-indexes.js';

interface Note {
  _id: string;
  author?: string;
  dueAt?: Date;
}
const former = ['author_1', 'dueAt_1', 'never_made_1'];

describe('indexes of an earlier release', () => {
  const connections: Connection[] = [];
  const logger = pino({ level: 'silent' });

  /** A process with its own connection and its own idea of the indexes. */
  const aProcess = async (indexes: (schema: Schema<Note>) => void): Promise<Model<Note>> => {
    const uri = new URL(testMongoUri());
    uri.pathname = `/test_former_${process.pid}`;
    const connection = await mongoose.createConnection(uri.toString()).asPromise();
    connections.push(connection);
    const schema = new Schema<Note>({ _id: String, author: String, dueAt: Date }, { collection: 'notes' });
    indexes(schema);
    return connection.model<Note>('Note', schema);
  };
  const earlier = () =>
    aProcess((schema) => {
      schema.index({ author: 1 }, { unique: true, sparse: true });
      schema.index({ dueAt: 1 }, { sparse: true });
    });
  const present = () =>
    aProcess((schema) => {
      schema.index({ dueAt: 1 }, { name: 'due', partialFilterExpression: { dueAt: { $exists: true } } });
    });
  const namesOf = async (model: Model<Note>) => (await model.collection.indexes()).map(({ name }) => name).toSorted();

  afterAll(async () => {
    await connections[0]?.dropDatabase();
    for (const connection of connections) await connection.close();
  });

  it('are dropped once the present ones are there, by several processes at once, while others write', async () => {
    const old = await earlier();
    await old.init();
    expect(await namesOf(old)).toEqual(['_id_', 'author_1', 'dueAt_1']);
    const processes = await Promise.all([present(), present(), present()]);
    const writes = Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        old.create({ _id: `n${index}`, author: `a${index}`, ...(index % 4 === 0 ? { dueAt: new Date(0) } : {}) }),
      ),
    );
    await Promise.all([...processes.map((model) => dropFormerIndexes(model, former, logger)), writes]);
    for (const model of [old, ...processes]) expect(await namesOf(model)).toEqual(['_id_', 'due']);
    expect(await old.find({ dueAt: { $lte: new Date() } })).toHaveLength(10);
  });

  it('made anew by a process of that release go again with the next start', async () => {
    const old = await earlier();
    await old.init();
    expect(await namesOf(old)).toEqual(['_id_', 'author_1', 'due', 'dueAt_1']);
    const next = await present();
    await dropFormerIndexes(next, former, logger);
    expect(await namesOf(next)).toEqual(['_id_', 'due']);
  });

  it('stay while a present one cannot be made', async () => {
    const old = await earlier();
    await old.init();
    await old.create([
      { _id: 'twin1', dueAt: new Date(1) },
      { _id: 'twin2', dueAt: new Date(1) },
    ]);
    const next = await aProcess((schema) => {
      schema.index({ dueAt: 1 }, { name: 'due_once', unique: true });
    });
    next.on('error', () => undefined);
    await dropFormerIndexes(next, former, logger);
    expect(await namesOf(next)).toEqual(['_id_', 'author_1', 'due', 'dueAt_1']);
  });
});
