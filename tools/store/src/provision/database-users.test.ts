// The users of the services, on the database that `npm start` runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { services } from '@rangavalli/contracts/call';
import { type RunningDatabase, startDatabase } from '@rangavalli/database/database';
import { isProvisioned } from '@rangavalli/database/engine/provision';
import { MongoClient } from 'mongodb';
import { databaseUri, withLogin } from '../processes.js';
import { freePorts } from '../setup/ports.js';
import { createDatabasePasswords, databaseLogin, type Secrets } from '../setup/secrets.js';
import { buildSecrets } from '../testing/build-context.js';
import { ensureDatabaseUsers } from './database-users.js';

const START_MS = 120_000;
/** Where MongoDB is used instead, the engine may not be unpacked. */
const withEngine = isProvisioned() ? describe : describe.skip;

withEngine('the users of the services', () => {
  let folder: string;
  let database: RunningDatabase;
  const secrets = buildSecrets({ database: createDatabasePasswords() });

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'database-users-'));
    const { port } = await freePorts(['port']);
    const adminPassword = secrets.database.admin;
    database = await startDatabase({ dataDir: folder, port, log: () => undefined, adminPassword });
  }, START_MS);
  afterAll(async () => {
    await database.stop();
    rmSync(folder, { recursive: true });
  }, START_MS);

  /** Resolves when the login may write the database of a service. */
  async function write(name: (typeof services)[number], login: { user: string; password: string }): Promise<void> {
    const uri = databaseUri(name, database.uri, login) ?? '';
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
    await client
      .db()
      .collection('things')
      .insertOne({ at: new Date() })
      .finally(() => client.close());
  }

  it('may write their own database and no other', async () => {
    await ensureDatabaseUsers(database.uri, secrets);
    for (const name of services) await write(name, databaseLogin(secrets, name));
    await expect(write('payment', databaseLogin(secrets, 'order'))).rejects.toThrow('not authorized');
    await expect(write('order', { user: 'order', password: 'guessed' })).rejects.toThrow('Authentication failed');
  });

  it('have two names while their passwords are replaced, and one afterwards', async () => {
    await ensureDatabaseUsers(database.uri, secrets);
    const rotating: Secrets = {
      ...secrets,
      database: createDatabasePasswords(),
      databaseSlot: 'b',
      databasePrevious: { slot: 'a', passwords: secrets.database },
    };
    await ensureDatabaseUsers(database.uri, rotating);
    await write('order', databaseLogin(secrets, 'order'));
    await write('order', databaseLogin(rotating, 'order'));
    const rotated: Secrets = { ...rotating, databasePrevious: undefined };
    await ensureDatabaseUsers(database.uri, rotated);
    await write('order', databaseLogin(rotated, 'order'));
    await expect(write('order', databaseLogin(secrets, 'order'))).rejects.toThrow('Authentication failed');
    const admin = new MongoClient(withLogin(database.uri, databaseLogin(secrets, 'admin')));
    await expect(admin.connect()).rejects.toThrow('Authentication failed');
    await admin.close();
  });
});
