import { Refusal } from '@rangavalli/build-kit/command/report';
import { type ServiceName, services } from '@rangavalli/contracts/call';
import { MongoClient } from 'mongodb';
import type { DataPaths } from '../paths.js';
import type { StoreSettings } from '../settings.js';
import { runningStore } from '../supervisor/run-file.js';

/**
 * The databases in the order in which they are read. Orders come first because they are the reference: everything read
 * later is at least as new, and a restore makes it agree with them (`reconcile.ts`). Accounts come last, so that no
 * order lacks its owner.
 */
export const DATABASES: readonly ServiceName[] = [
  'order',
  'payment',
  'catalog',
  ...services.filter((name) => !['order', 'payment', 'catalog', 'user'].includes(name)),
  'user',
];

/** Returns a database's address: its own variable, MONGODB_URI, or the running store's server. */
function uriOf(name: ServiceName, settings: StoreSettings, paths: DataPaths): string {
  const own = process.env[`${name.toUpperCase()}_MONGODB_URI`];
  if (own) return own;
  const server = settings.MONGODB_URI ?? runningStore(paths.run)?.processes['database']?.address;
  if (!server)
    throw new Refusal('No database is running. Start one with ONLY=nats,database npm start, or set MONGODB_URI.');
  const uri = new URL(server);
  uri.pathname = `/rangavalli_${name}`;
  return uri.href;
}

/** Calls `run` with a connection to one service's database, then closes it. */
export async function withDatabase<T>(
  name: ServiceName,
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
