// Whole checkouts against the store that runs: `node tools/bench/dist/checkout/main.js --data .data --clients 16 --products 60 --seconds 20`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataPaths } from '@rangavalli/store/paths';
import { readJson } from '@rangavalli/store/setup/json-file';
import { readRunFile } from '@rangavalli/store/supervisor/run-file';
import { checkoutTable } from './checkout-table.js';
import { databaseUri } from './database-uri.js';
import { measureCheckouts, type RunningShop } from './measure-checkouts.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '.data' },
    clients: { type: 'string', default: '16' },
    products: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '20' },
    'warm-up': { type: 'string', default: '5' },
    webhook: { type: 'string', default: 'once' },
  },
});

async function runningShop(dataDir: string): Promise<RunningShop> {
  const paths = dataPaths(path.resolve(dataDir));
  const run = readRunFile(paths.run);
  if (!run) throw new Error(`No store runs on ${dataDir}.`);
  const pids = Object.entries(run.processes).flatMap(([name, { pid }]) => (pid ? [[name, pid] as const] : []));
  const razorpay = run.processes['razorpay']?.address ?? '';
  return {
    databaseUri: await databaseUri(run.control),
    api: run.api,
    razorpay,
    admin: (readJson(paths.accounts) as { admin: RunningShop['admin'] }).admin,
    pids: { ...Object.fromEntries(pids), supervisor: run.supervisor.pid },
  };
}

const figures = await measureCheckouts(await runningShop(values.data), {
  clients: Number(values.clients),
  products: Number(values.products),
  seconds: Number(values.seconds),
  warmUpSeconds: Number(values['warm-up']),
  webhook: values.webhook === 'never' ? 'never' : 'once',
});
console.log(checkoutTable(figures));
process.exit(Object.values(figures.wrongs).every((number) => number === 0) ? 0 : 1);
