// Measures the pages of the store at STORE_URL; `npm run bench:web [-- --runs 5] [--json file]` starts one.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { conditions } from './conditions.js';
import type { Visit } from './figures.js';
import { measuredPages, type MeasuredPage } from './pages.js';
import { formatPage, rowsOf } from './table.js';
import { ReferencePage } from './reference.js';
import { visit, warmUp } from './visit.js';

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
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is ${values.runs}: it must be a positive integer`);
const store = (process.env['STORE_URL'] ?? 'http://localhost:8080').replace(/\/$/, '');

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args });
try {
  const pages = (await measuredPages(store)).filter(({ name }) => !values.page || name === values.page);
  const visits = new Map<MeasuredPage, Visit[]>(pages.map((page) => [page, []]));
  const references = new Map<MeasuredPage, ReferencePage>();
  for (const page of pages) {
    const picture = await warmUp(browser, store, page);
    if (picture) references.set(page, await ReferencePage.serve(picture));
  }
  // Alternately, so that other load affects all pages.
  for (let run = 1; run <= runs; run += 1) {
    for (const page of pages) {
      const reference = await references.get(page)?.measure(browser);
      visits.get(page)?.push(await visit(browser, store, page, reference));
    }
    console.log(`  visit ${run} of ${runs} to each page`);
  }
  for (const reference of references.values()) reference.close();
  const { downKbps, upKbps, latencyMs, cpuSlowdown } = conditions;
  const network = `${downKbps / 1_000} Mbps down, ${upKbps} kbps up, ${latencyMs} ms`;
  console.log(`
First visits with an empty cache: ${network}, CPU ÷ ${cpuSlowdown}; ${runs} of each page`);
  const results = [...visits].map(([page, all]) => ({ page, rows: rowsOf(page, all), visits: all }));
  for (const { page, rows } of results) console.log(formatPage(page, rows));
  if (values.json) {
    mkdirSync(path.dirname(values.json), { recursive: true });
    const figures = results.map(({ page: { name, path: url, tap }, rows, visits: all }) => ({
      name,
      path: url,
      tap,
      figures: rows,
      visits: all,
    }));
    const report = { at: new Date().toISOString(), conditions, runs, pages: figures };
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`\n${values.json}`);
  }
} finally {
  await browser.close();
}
