// `npm run restore <file>`: a backup into the databases of a store whose services are stopped.
//   --replace   although there are orders in it
//   --refund    gives money back that came after the backup, for orders that it doesn't have
import { parseArgs } from 'node:util';
import { agree } from './backup/agree.js';
import { type Entry, readArchive } from './backup/archive.js';
import { DATABASES, withDatabase } from './backup/databases.js';
import { Razorpay } from './backup/razorpay.js';
import { dataPaths, type DataPaths } from './paths.js';
import { explain, Refusal, say, step } from './report.js';
import { readSettings, type StoreSettings } from './settings.js';
import { writeJson } from './setup/json-file.js';
import { secretsOf } from './setup/secrets.js';
import { runningStore } from './supervisor/run-file.js';

const BATCH = 500;

/** Throws a Refusal while services run: they would write into what is being restored. */
function refuseWhileServicesRun(paths: DataPaths): void {
  const running = Object.entries(runningStore(paths.run)?.processes ?? {}).filter(
    ([, { role, state }]) => role === 'service' && state !== 'stopped',
  );
  if (running.length === 0) return;
  throw new Refusal(`These services are running: ${running.map(([name]) => name).join(', ')}. Stop the store and start only what a restore needs:
  ONLY=nats,database,razorpay npm start`);
}

async function write(
  name: (typeof DATABASES)[number],
  documents: readonly Entry[],
  settings: StoreSettings,
  paths: DataPaths,
): Promise<void> {
  await withDatabase(name, settings, paths, async (db) => {
    for (const { name: collection } of await db.listCollections({}, { nameOnly: true }).toArray())
      if (!collection.startsWith('system.')) await db.collection(collection).deleteMany({});
    for (const collection of new Set(documents.map((entry) => entry.collection))) {
      const found = documents.filter((entry) => entry.collection === collection).map(({ document }) => document);
      for (let first = 0; first < found.length; first += BATCH)
        await db.collection(collection).insertMany(found.slice(first, first + BATCH));
    }
  });
}

/** Razorpay, or the stand-in that runs; nothing when there is neither. */
function razorpayOf(settings: StoreSettings, paths: DataPaths): Razorpay | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = settings;
  if (keyId && keySecret) return new Razorpay({ url: 'https://api.razorpay.com', keyId, keySecret });
  const { address, state } = runningStore(paths.run)?.processes['razorpay'] ?? {};
  return address && state === 'running' ? new Razorpay({ url: address, ...secretsOf(paths).razorpay }) : undefined;
}

/** Money that came since for orders that are in no database: given back, or told. */
async function settleUnknownMoney(
  razorpay: Razorpay,
  since: Date,
  entries: readonly Entry[],
  giveBack: boolean,
): Promise<void> {
  const known = new Set(
    entries
      .filter(({ database, collection }) => database === 'payment' && collection === 'payments')
      .map(({ document }) => document['razorpayOrderId'] as string | undefined),
  );
  const unknown = [];
  for (const payment of await razorpay.captured(since)) {
    if (payment.order_id && !known.has(payment.order_id) && (await razorpay.isOurs(payment.order_id)))
      unknown.push(payment);
  }
  if (giveBack) for (const payment of unknown) await razorpay.giveBack(payment);
  if (unknown.length === 0) return;
  say(
    `  ${unknown.length} payments came after the backup, for orders that it doesn't have: ${giveBack ? 'given back' : 'give them back by --refund, or at the dashboard'}`,
  );
  for (const { id, order_id, amount } of unknown) say(`    ${id}  ${order_id}  ₹${(amount / 100).toFixed(2)}`);
}

try {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(process.argv.indexOf('restore') + 1),
    options: { replace: { type: 'boolean' }, refund: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file) throw new Refusal('Which backup? npm run restore <file>');
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  refuseWhileServicesRun(paths);
  const orders = await withDatabase('order', settings, paths, (db) => db.collection('orders').estimatedDocumentCount());
  if (orders > 0 && !values.replace)
    throw new Refusal(
      `There are ${orders} orders in this store already. Restore over them by: npm run restore -- --replace ${file}`,
    );
  const backup = await step('reading', () => readArchive(file));
  const razorpay = razorpayOf(settings, paths);
  if (!razorpay) say('  Razorpay is not asked what happened since: no keys are set, and the stand-in does not run');
  const refunded = await step(
    'what Razorpay knows',
    async () => razorpay?.refunded(backup.startedAt) ?? new Set<string>(),
  );
  const { entries, changes } = agree(backup.entries, refunded, new Date());
  for (const name of DATABASES)
    await step(name, () =>
      write(
        name,
        entries.filter(({ database }) => database === name),
        settings,
        paths,
      ),
    );
  // The products are there: the next start loads none.
  writeJson(paths.seeded, { at: new Date().toISOString(), restored: backup.startedAt.toISOString() });
  for (const [what, times] of Object.entries(changes)) if (times > 0) say(`  ${what}: ${times}`);
  if (razorpay)
    await step('money that came later', () =>
      settleUnknownMoney(razorpay, backup.startedAt, entries, values.refund ?? false),
    );
  say(`restored the store of ${backup.startedAt.toISOString()}`);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
