import { services } from '@rangavalli/contracts/call';
import { MongoClient, MongoServerError } from 'mongodb';
import { databaseName, withLogin } from '../processes.js';
import { type Secrets, type Slot, userNameIn } from '../setup/secrets.js';

const AUTHENTICATION_FAILED = 18;
const TIMEOUT_MS = 30_000;

type Admin = ReturnType<MongoClient['db']>;

/**
 * Gives each service a user that may read and write its own database, and deletes the users of a completed rotation.
 * @param server of a database that the store runs
 */
export async function ensureDatabaseUsers(server: string, secrets: Secrets): Promise<void> {
  const { database, databaseSlot, databasePrevious } = secrets;
  await asAdmin(server, secrets, async (admin) => {
    const { users } = (await admin.command({ usersInfo: 1 })) as unknown as { users: { user: string }[] };
    const present = new Set(users.map(({ user }) => user));
    const wanted = new Map([
      ...loginsIn(databaseSlot, database),
      ...(databasePrevious ? loginsIn(databasePrevious.slot, databasePrevious.passwords) : []),
    ]);
    for (const [user, { password, database: db }] of wanted) {
      const command = present.has(user) ? 'updateUser' : 'createUser';
      await admin.command({
        [command]: user,
        pwd: password,
        roles: ['readWrite', 'dbAdmin'].map((role) => ({ role, db })),
      });
    }
    const ours = new Set(services.flatMap((name) => [userNameIn(name, 'a'), userNameIn(name, 'b')]));
    for (const user of present) if (ours.has(user) && !wanted.has(user)) await admin.command({ dropUser: user });
  });
}

const loginsIn = (slot: Slot, passwords: Secrets['database']) =>
  services.map(
    (name) => [userNameIn(name, slot), { password: passwords[name], database: databaseName(name) }] as const,
  );

/** Replaces the administrator's password first, when a rotation changed it. */
async function asAdmin(server: string, secrets: Secrets, run: (admin: Admin) => Promise<void>): Promise<void> {
  const { database, databasePrevious } = secrets;
  const previous = databasePrevious?.passwords.admin;
  try {
    await withAdmin(server, database.admin, run);
  } catch (error) {
    const isRefused = error instanceof MongoServerError && error.code === AUTHENTICATION_FAILED;
    if (!isRefused || previous === undefined) throw error;
    await withAdmin(server, previous, async (admin) => {
      await admin.command({ updateUser: 'admin', pwd: database.admin });
    });
    await withAdmin(server, database.admin, run);
  }
}

async function withAdmin(server: string, password: string, run: (admin: Admin) => Promise<void>): Promise<void> {
  const uri = withLogin(server, { user: 'admin', password });
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: TIMEOUT_MS });
  await run(client.db('admin')).finally(() => client.close());
}
