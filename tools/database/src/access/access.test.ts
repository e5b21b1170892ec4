import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import { type Db, type Long, MongoClient } from 'mongodb';
import { startDatabase, type RunningDatabase } from '../database.js';
import { isProvisioned } from '../engine/provision.js';

const ADMIN_PASSWORD = 'a password of the administrator';
const START_MS = 120_000;
/** With a real MongoDB the engine may not be unpacked. */
const withEngine = isProvisioned() ? describe : describe.skip;

withEngine('a database with users', () => {
  let folder: string;
  let port: number;
  let database: RunningDatabase;
  const clients: MongoClient[] = [];

  const connect = async (user?: string, password = ''): Promise<MongoClient> => {
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?authSource=admin`, {
      serverSelectionTimeoutMS: 5_000,
      ...(user ? { auth: { username: user, password } } : {}),
    });
    clients.push(client);
    return client.connect();
  };
  const start = async (): Promise<void> => {
    database = await startDatabase({ dataDir: folder, port, log: () => undefined, adminPassword: ADMIN_PASSWORD });
  };
  const createUser = async (name: string, password: string): Promise<void> => {
    const admin = (await connect('admin', ADMIN_PASSWORD)).db('admin');
    const roles = [{ role: 'readWrite', db: `shop_${name}` }];
    await admin.command({ createUser: name, pwd: password, roles });
  };
  const refused = { code: 13, codeName: 'Unauthorized' };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'database-access-'));
    port = await getPort();
    await start();
    await createUser('order', 'a password of order');
    await createUser('payment', 'a password, of=payment');
    const admin = await connect('admin', ADMIN_PASSWORD);
    await admin
      .db('shop_payment')
      .collection('payments')
      .insertMany(Array.from({ length: 200 }, (_, n) => ({ n })));
  }, START_MS);
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await database.stop();
    rmSync(folder, { recursive: true });
  }, START_MS);

  it('refuses every command of a client without a user, but the ones that begin a connection', async () => {
    const client = await connect();
    await expect(client.db('shop_order').collection('orders').findOne()).rejects.toMatchObject(refused);
    await expect(client.db('admin').command({ listDatabases: 1 })).rejects.toMatchObject(refused);
    await expect(client.db('admin').command({ usersInfo: 1 })).rejects.toMatchObject(refused);
    await expect(client.db('admin').command({ ping: 1 })).resolves.toMatchObject({ ok: 1 });
  });

  it.each([
    ['order', 'a password of payment'],
    ['order', ''],
    ['nobody', 'a password of order'],
  ])('refuses user %s with the password "%s"', async (name, password) => {
    await expect(connect(name, password)).rejects.toMatchObject({ code: 18 });
  });

  it('lets a user read and write its own database and no other', async () => {
    const client = await connect('order', 'a password of order');
    const own = client.db('shop_order');
    await own.collection('orders').insertOne({ number: 1 });
    await own.collection('orders').createIndex({ number: 1 });
    expect(await own.collection('orders').countDocuments()).toBe(1);
    const other = client.db('shop_payment').collection('payments');
    await expect(other.findOne()).rejects.toMatchObject(refused);
    await expect(other.insertOne({ amount: 1 })).rejects.toMatchObject(refused);
    await expect(client.db('shop_payment').dropDatabase()).rejects.toMatchObject(refused);
    await expect(client.db('admin').command({ createUser: 'mine', pwd: 'x', roles: [] })).rejects.toMatchObject(
      refused,
    );
  });

  it.each([
    ['$lookup', { $lookup: { from: { db: 'shop_payment', coll: 'payments' }, pipeline: [], as: 'all' } }],
    ['$merge', { $merge: { into: { db: 'shop_payment', coll: 'payments' } } }],
    ['$out', { $out: { db: 'shop_payment', coll: 'payments' } }],
    ['a nested $lookup', { $facet: { a: [{ $lookup: { from: { db: 'shop_payment', coll: 'payments' } } }] } }],
  ])('refuses %s that reaches another database', async (_stage, stage) => {
    const client = await connect('order', 'a password of order');
    const result = client.db('shop_order').collection('orders').aggregate([stage]).toArray();
    await expect(result).rejects.toMatchObject(refused);
  });

  it("does not continue or close another database's cursor", async () => {
    const payment = (await connect('payment', 'a password, of=payment')).db('shop_payment');
    const first = await payment.command({ find: 'payments', batchSize: 2 }, { promoteLongs: false });
    const { cursor } = first as unknown as { cursor: { id: Long } };
    const order = (await connect('order', 'a password of order')).db('shop_order');
    await expect(order.command({ getMore: cursor.id, collection: 'payments' })).rejects.toMatchObject({ code: 43 });
    expect(await order.command({ killCursors: 'payments', cursors: [cursor.id] })).toMatchObject({ cursorsKilled: [] });
    await expect(payment.command({ getMore: cursor.id, collection: 'payments' })).resolves.toMatchObject({ ok: 1 });
  });

  it('ends the rights of a deleted user at once, and keeps connections when a password changes', async () => {
    await createUser('cart', 'a first password');
    const admin = (await connect('admin', ADMIN_PASSWORD)).db('admin');
    const cart: Db = (await connect('cart', 'a first password')).db('shop_cart');
    await cart.collection('carts').insertOne({ lines: [] });
    await admin.command({ updateUser: 'cart', pwd: 'a second password' });
    await expect(connect('cart', 'a first password')).rejects.toMatchObject({ code: 18 });
    await expect(
      (await connect('cart', 'a second password')).db('shop_cart').collection('carts').findOne(),
    ).resolves.not.toBe(null);
    await expect(cart.collection('carts').findOne()).resolves.not.toBe(null);
    await admin.command({ dropUser: 'cart' });
    await expect(cart.collection('carts').findOne()).rejects.toMatchObject(refused);
  });

  it(
    'keeps its users over a restart, without their passwords, in a file that only its owner can read',
    async () => {
      await database.stop();
      await start();
      await expect(connect('order', 'a password of order')).resolves.toBeDefined();
      const file = path.join(folder, 'users.json');
      expect(statSync(file).mode & 0o077).toBe(0);
      expect(readFileSync(file, 'utf8')).not.toContain('a password');
    },
    START_MS,
  );
});
