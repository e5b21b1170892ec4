// Measures the pages of the running store at STORE_URL in a browser: `npm run bench:web [-- --runs 5] [--json file]` starts both.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { CPU_SLOWDOWN } from './conditions.js';
import type { Visit } from './figures.js';
import { measuredPages, type MeasuredPage } from './pages.js';
import { printed, rowsOf } from './table.js';
import { conditions, visit } from './visit.js';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, json: { type: 'string' }, page: { type: 'string' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs is ${values.runs}: it has to be a whole number from 1 on`);
const store = (process.env['STORE_URL'] ?? 'http://localhost:8080').replace(/\/$/, '');

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args });
try {
  const pages = (await measuredPages(store)).filter(({ name }) => !values.page || name === values.page);
  const visits = new Map<MeasuredPage, Visit[]>(pages.map((page) => [page, []]));
  // Once without counting: pictures are rendered when they are asked for the first time.
  for (const page of pages) await visit(browser, store, page);
  // In turn, so that whatever else the machine does meets all pages alike.
  for (let run = 1; run <= runs; run += 1) {
    for (const page of pages) visits.get(page)?.push(await visit(browser, store, page));
    console.log(`  visit ${run} of ${runs} to each page`);
  }
  console.log(
    `\nFirst visits with an empty cache: ${conditions.downKbps / 1_000} Mbps down, ${conditions.upKbps} kbps up, ${conditions.latencyMs} ms, CPU ÷ ${CPU_SLOWDOWN}; ${runs} of each page`,
  );
  const results = [...visits].map(([page, of]) => ({ page, rows: rowsOf(page, of), visits: of }));
  for (const { page, rows } of results) console.log(printed(page, rows));
  if (values.json) {
    mkdirSync(path.dirname(values.json), { recursive: true });
    const pagesByName = results.map(({ page: { name, path: address, tap }, rows, visits: of }) => ({
      name,
      path: address,
      tap,
      figures: rows,
      visits: of,
    }));
    writeFileSync(
      values.json,
      `${JSON.stringify({ at: new Date().toISOString(), conditions: { ...conditions, cpuSlowdown: CPU_SLOWDOWN }, runs, pages: pagesByName }, null, 2)}\n`,
    );
    console.log(`\n${values.json}`);
  }
} finally {
  await browser.close();
}
