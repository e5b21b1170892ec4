// Prints Prometheus targets of a store that `npm start` runs: `node targets.mjs [data folder] > targets.json`.
import { readFileSync } from 'node:fs';

const dataFolder = process.argv[2] ?? '../../.data';
const { processes } = JSON.parse(readFileSync(`${dataFolder}/run.json`, 'utf8'));
// The others export no metrics.
const targets = Object.entries(processes)
  .filter(([, { role }]) => role === 'service' || role === 'edge')
  .map(([name, { address, internal }]) => ({
    targets: [new URL(internal ?? address).host],
    labels: { job: name.replace(/-.*/, '') },
  }));
console.log(JSON.stringify(targets));
