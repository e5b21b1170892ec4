// Measures whole checkouts on a running store: `node tools/bench/dist/checkout/main.js --data .data --clients 16`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataPaths } from '@rangavalli/store/paths';
import { readJson } from '@rangavalli/store/setup/json-file';
import { readRunFile } from '@rangavalli/store/supervisor/run-file';
import type { Credentials } from '../shop/records.js';
import { formatCheckouts } from './checkout-table.js';
import { findRunningShop, measureCheckouts } from './measure-checkouts.js';

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

const paths = dataPaths(path.resolve(values.data));
const run = readRunFile(paths.run);
if (!run) throw new Error(`No store runs on ${values.data}.`);
const { admin } = readJson(paths.accounts) as { admin: Credentials };
const figures = await measureCheckouts(findRunningShop(run, admin), {
  clients: Number(values.clients),
  products: Number(values.products),
  seconds: Number(values.seconds),
  warmUpSeconds: Number(values['warm-up']),
  webhook: values.webhook === 'never' ? 'never' : 'once',
});
console.log(formatCheckouts(figures));
process.exit(Object.values(figures.faults).every((count) => count === 0) ? 0 : 1);
