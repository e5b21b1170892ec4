import { parseArgs } from 'node:util';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import type { Collection, Db } from 'mongodb';
import { type Archive, type Entry, openArchive } from '../backup/archive.js';
import { backupKeyFile, readBackupKeys } from '../backup/backup-keys.js';
import { connectTo, DATABASES, withDatabase } from '../backup/databases.js';
import { RazorpayClient } from '../backup/razorpay-client.js';
import { Reconciliation } from '../backup/reconcile.js';
import { restoreMarked } from '../backup/unfinished-restore.js';
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

async function deleteDocuments(db: Db): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    if (!name.startsWith('system.')) await db.collection(name).deleteMany({});
}

/** Yields consecutive entries of one collection together. */
async function* inBatches(entries: AsyncIterable<Entry>): AsyncGenerator<[Entry, ...Entry[]]> {
  let batch: Entry[] = [];
  for await (const entry of entries) {
    const { database, collection } = batch[0] ?? entry;
    const isSame = database === entry.database && collection === entry.collection;
    if (batch.length === BATCH_SIZE || !isSame) {
      yield batch as [Entry, ...Entry[]];
      batch = [];
    }
    batch.push(entry);
  }
  if (batch.length > 0) yield batch as [Entry, ...Entry[]];
}

/** Replaces all documents of the store, a batch at a time. Returns their number. */
async function replaceDocuments(
  archive: Archive,
  reconciliation: Reconciliation,
  settings: StoreSettings,
  paths: DataPaths,
): Promise<number> {
  const clients = Object.fromEntries(DATABASES.map((name) => [name, connectTo(name, settings, paths)]));
  const databaseOf = (name: string): Db => clients[name]!.db();
  let documents = 0;
  try {
    for (const name of DATABASES) await deleteDocuments(databaseOf(name));
    for await (const batch of inBatches(reconciliation.reconcile(archive.entries()))) {
      const [{ database, collection }] = batch;
      await databaseOf(database)
        .collection(collection)
        .insertMany(batch.map(({ document }) => document));
      documents += batch.length;
    }
  } finally {
    await Promise.all(Object.values(clients).map((client) => client.close()));
  }
  return documents;
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
  restored: Collection,
  refund: boolean,
): Promise<void> {
  const unknown = [];
  for (const payment of await razorpay.findCaptured(since)) {
    if (!payment.order_id || (await restored.findOne({ razorpayOrderId: payment.order_id }))) continue;
    if (await razorpay.isOrderOfThisShop(payment.order_id)) unknown.push(payment);
  }
  if (refund) for (const payment of unknown) await razorpay.refund(payment);
  if (unknown.length === 0) return;
  const outcome = refund ? 'refunded' : 'refund them with --refund, or in the Razorpay dashboard';
  print(`  ${unknown.length} payments were made after the backup for orders that it does not contain: ${outcome}`);
  for (const { id, order_id, amount } of unknown) print(`    ${id}  ${order_id}  ₹${(amount / 100).toFixed(2)}`);
}

function printContents({ startedAt, counts }: Archive): void {
  for (const [collection, count] of counts) print(`  ${collection}: ${count}`);
  const documents = [...counts.values()].reduce((sum, count) => sum + count, 0);
  print(`the backup of ${startedAt.toISOString()} is complete: ${documents} documents`);
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
  if (values.check) return printContents(await step('reading', () => openArchive(file, keys)));
  requireStoppedServices(paths);
  const orders = await withDatabase('order', settings, paths, (db) => db.collection('orders').estimatedDocumentCount());
  if (orders > 0 && !values.replace)
    throw new Refusal(`This store has ${orders} orders. To overwrite them: npm run restore -- --replace ${file}`);
  const backup = await step('reading', () => openArchive(file, keys));
  const razorpay = createRazorpayClient(settings, paths);
  if (!razorpay)
    print('  changes at Razorpay since the backup are not checked: no keys, and the stand-in is not running');
  const refunded = await step(
    'refunds since the backup',
    async () => razorpay?.findRefunded(backup.startedAt) ?? new Map(),
  );
  const reconciliation = await step('comparing', () => Reconciliation.of(backup.entries(), refunded, new Date()));
  const { refund = false } = values;
  await restoreMarked(paths, { file, refund }, async () => {
    await step('documents', async (note) => {
      note(String(await replaceDocuments(backup, reconciliation, settings, paths)));
    });
    if (backup.dataKeys) replaceDataKeys(paths, backup.dataKeys);
    // The products exist: the next start does not seed.
    writeJson(paths.seeded, { at: new Date().toISOString(), restored: backup.startedAt.toISOString() });
    for (const [change, count] of Object.entries(reconciliation.changes)) if (count > 0) print(`  ${change}: ${count}`);
    if (razorpay)
      await step('payments since the backup', () =>
        withDatabase('payment', settings, paths, (db) =>
          settleUnknownPayments(razorpay, backup.startedAt, db.collection('payments'), refund),
        ),
      );
  });
  print(`restored the backup of ${backup.startedAt.toISOString()}`);
}
