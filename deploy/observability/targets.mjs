// Prints Prometheus targets of a store that `npm start` runs: `node targets.mjs [data folder] > targets.json`.
import { readFileSync } from 'node:fs';

const dataFolder = process.argv[2] ?? '../../.data';
const { processes } = JSON.parse(readFileSync(`${dataFolder}/run.json`, 'utf8'));
const targets = Object.entries(processes)
  .filter(([name]) => /^(gateway|catalog|cart|order|payment|user|notification)/.test(name))
  .map(([name, { address, internal }]) => ({
    targets: [new URL(internal ?? address).host],
    labels: { job: name.replace(/-.*/, '') },
  }));
console.log(JSON.stringify(targets));
