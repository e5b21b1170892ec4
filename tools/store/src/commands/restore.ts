import { parseArgs } from 'node:util';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import type { Db } from 'mongodb';
import { type Entry, readArchive } from '../backup/archive.js';
import { backupKeyFile, readBackupKeys } from '../backup/backup-keys.js';
import { DATABASES, withDatabase } from '../backup/databases.js';
import { RazorpayClient } from '../backup/razorpay-client.js';
import { reconcile } from '../backup/reconcile.js';
import { dataPaths, type DataPaths } from '../paths.js';
import { readSettings, type StoreSettings } from '../settings.js';
import { writeJson } from '../setup/json-file.js';
import { replaceDataKeys, secretsOf } from '../setup/secrets.js';
import { runningStore } from '../supervisor/run-file.js';

const BATCH_SIZE = 500;

function requireStoppedServices(paths: DataPaths): void {
  const running = Object.entries(runningStore(paths.run)?.processes ?? {})
    .filter(([, { role, state }]) => role === 'service' && state !== 'stopped')
    .map(([name]) => name);
  if (running.length > 0)
    throw new Refusal(`These services are running: ${running.join(', ')}. Stop the store and start only the following:
  ONLY=nats,database,razorpay npm start`);
}

async function replaceDocuments(db: Db, entries: readonly Entry[]): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    if (!name.startsWith('system.')) await db.collection(name).deleteMany({});
  for (const collection of new Set(entries.map((entry) => entry.collection))) {
    const documents = entries.filter((entry) => entry.collection === collection).map(({ document }) => document);
    for (let first = 0; first < documents.length; first += BATCH_SIZE)
      await db.collection(collection).insertMany(documents.slice(first, first + BATCH_SIZE));
  }
}

function createRazorpayClient(settings: StoreSettings, paths: DataPaths): RazorpayClient | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = settings;
  if (keyId && keySecret) return new RazorpayClient({ url: 'https://api.razorpay.com', keyId, keySecret });
  const { address, state } = runningStore(paths.run)?.processes['razorpay'] ?? {};
  return address && state === 'running'
    ? new RazorpayClient({ url: address, ...secretsOf(paths).razorpay })
    : undefined;
}

async function settleUnknownPayments(
  razorpay: RazorpayClient,
  since: Date,
  entries: readonly Entry[],
  refund: boolean,
): Promise<void> {
  const known = new Set(
    entries
      .filter(({ database, collection }) => database === 'payment' && collection === 'payments')
      .map(({ document }) => document['razorpayOrderId'] as string | undefined),
  );
  const unknown = [];
  for (const payment of await razorpay.findCaptured(since)) {
    if (payment.order_id && !known.has(payment.order_id) && (await razorpay.isOrderOfThisShop(payment.order_id)))
      unknown.push(payment);
  }
  if (refund) for (const payment of unknown) await razorpay.refund(payment);
  if (unknown.length === 0) return;
  const outcome = refund ? 'refunded' : 'refund them with --refund, or in the Razorpay dashboard';
  print(`  ${unknown.length} payments were made after the backup for orders that it does not contain: ${outcome}`);
  for (const { id, order_id, amount } of unknown) print(`    ${id}  ${order_id}  ₹${(amount / 100).toFixed(2)}`);
}

function printContents({ startedAt, entries }: Awaited<ReturnType<typeof readArchive>>): void {
  const counts = new Map<string, number>();
  for (const { database, collection } of entries)
    counts.set(`${database}.${collection}`, (counts.get(`${database}.${collection}`) ?? 0) + 1);
  for (const [collection, count] of counts) print(`  ${collection}: ${count}`);
  print(`the backup of ${startedAt.toISOString()} is complete: ${entries.length} documents`);
}

/**
 * `--check` only reads the file. `--replace` overwrites orders, `--refund` refunds payments for orders that the backup
 * does not contain.
 */
export async function restoreCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { check: { type: 'boolean' }, replace: { type: 'boolean' }, refund: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file) throw new Refusal('usage: npm run restore -- <file>');
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  const keys = readBackupKeys(backupKeyFile(settings, paths));
  if (values.check) return printContents(await step('reading', () => readArchive(file, keys)));
  requireStoppedServices(paths);
  const orders = await withDatabase('order', settings, paths, (db) => db.collection('orders').estimatedDocumentCount());
  if (orders > 0 && !values.replace)
    throw new Refusal(`This store has ${orders} orders. To overwrite them: npm run restore -- --replace ${file}`);
  const backup = await step('reading', () => readArchive(file, keys));
  const razorpay = createRazorpayClient(settings, paths);
  if (!razorpay)
    print('  changes at Razorpay since the backup are not checked: no keys, and the stand-in is not running');
  const refunded = await step(
    'refunds since the backup',
    async () => razorpay?.findRefunded(backup.startedAt) ?? new Set<string>(),
  );
  const { entries, changes } = reconcile(backup.entries, refunded, new Date());
  for (const name of DATABASES) {
    const own = entries.filter(({ database }) => database === name);
    await step(name, () => withDatabase(name, settings, paths, (db) => replaceDocuments(db, own)));
  }
  if (backup.dataKeys) replaceDataKeys(paths, backup.dataKeys);
  // The products exist: the next start does not seed.
  writeJson(paths.seeded, { at: new Date().toISOString(), restored: backup.startedAt.toISOString() });
  for (const [change, count] of Object.entries(changes)) if (count > 0) print(`  ${change}: ${count}`);
  if (razorpay)
    await step('payments since the backup', () =>
      settleUnknownPayments(razorpay, backup.startedAt, entries, values.refund ?? false),
    );
  print(`restored the backup of ${backup.startedAt.toISOString()}`);
}
