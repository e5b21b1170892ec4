// Where the services' databases are, and in which order they are read.
import { type ServiceName, services } from '@rangavalli/contracts/call';
import { MongoClient } from 'mongodb';
import type { DataPaths } from '../paths.js';
import { Refusal } from '../report.js';
import type { StoreSettings } from '../settings.js';
import { runningStore } from '../supervisor/run-file.js';

/**
 * Orders first: they are what counts. Everything read later is as old as they are or newer, and is made to agree with
 * them at the restore (`agree.ts`). Payments come before stock for the same reason, accounts last: no order lacks its owner.
 */
export const DATABASES: readonly ServiceName[] = [
  'order',
  'payment',
  'catalog',
  ...services.filter((name) => !['order', 'payment', 'catalog', 'user'].includes(name)),
  'user',
];
export type DatabaseName = ServiceName;

/** The address of a service's database: its own variable, MONGODB_URI, or the running store's server. */
function uriOf(name: DatabaseName, settings: StoreSettings, paths: DataPaths): string {
  const own = process.env[`${name.toUpperCase()}_MONGODB_URI`];
  if (own) return own;
  const server = settings.MONGODB_URI ?? runningStore(paths.run)?.processes['database']?.address;
  if (!server)
    throw new Refusal(
      'No database runs here. Start it (ONLY=nats,database npm start starts no more than that), or say where it is by MONGODB_URI.',
    );
  const uri = new URL(server);
  uri.pathname = `/rangavalli_${name}`;
  return uri.href;
}

/** Runs something with a connection to one database. */
export async function withDatabase<T>(
  name: DatabaseName,
  settings: StoreSettings,
  paths: DataPaths,
  run: (database: ReturnType<MongoClient['db']>) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(uriOf(name, settings, paths), { serverSelectionTimeoutMS: 10_000 });
  try {
    return await run(client.db());
  } finally {
    await client.close();
  }
}
