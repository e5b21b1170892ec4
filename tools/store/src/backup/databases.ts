import { Refusal } from '@rangavalli/build-kit/command/report';
import { type ServiceName, services } from '@rangavalli/contracts/call';
import { MongoClient } from 'mongodb';
import type { DataPaths } from '../paths.js';
import { databaseUri } from '../processes.js';
import type { StoreSettings } from '../settings.js';
import { databaseLogin, secretsOf } from '../setup/secrets.js';
import { runningStore } from '../supervisor/run-file.js';

/** In reading order: what is read later is as new as the orders. Accounts come last: no order lacks its owner. */
export const DATABASES: readonly ServiceName[] = [
  'order',
  'payment',
  'catalog',
  ...services.filter((name) => !['order', 'payment', 'catalog', 'user'].includes(name)),
  'user',
];

export async function withDatabase<T>(
  name: ServiceName,
  settings: StoreSettings,
  paths: DataPaths,
  run: (database: ReturnType<MongoClient['db']>) => Promise<T>,
): Promise<T> {
  const client = connectTo(name, settings, paths);
  return run(client.db()).finally(() => client.close());
}

/** The caller closes the client. @throws Refusal when no database is running */
export const connectTo = (name: ServiceName, settings: StoreSettings, paths: DataPaths): MongoClient =>
  new MongoClient(findDatabaseUri(name, settings, paths), { serverSelectionTimeoutMS: 10_000 });

/** Returns the address of a service's database, with a login. @throws Refusal when no database is running */
export function findDatabaseUri(name: ServiceName, settings: StoreSettings, paths: DataPaths): string {
  const own = runningStore(paths.run)?.processes['database']?.address;
  const uri = settings.MONGODB_URI
    ? databaseUri(name, settings.MONGODB_URI)
    : databaseUri(name, own, databaseLogin(secretsOf(paths), 'admin'));
  if (!uri)
    throw new Refusal('No database is running. Start one with ONLY=nats,database npm start, or set MONGODB_URI.');
  return uri;
}
