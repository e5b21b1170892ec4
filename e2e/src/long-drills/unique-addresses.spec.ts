import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { addressOf, internalAddressOf, run } from '../support/store.js';

/** A new process has not compiled all of its code yet, and its heap still grows to its size. */
const WARM_UP = 20_000;
/** Of the first and the last window; a longer one has a higher peak even when nothing grows. */
const WINDOW = 10_000;
const REQUESTS = 50_000;
/** One request each at a time. */
const CONNECTIONS = 16;
const MAX_GROWTH = 0.1;
const SAMPLE_MS = 250;

const processes = ['gateway', 'shell', 'catalog'] as const;
type Memory = Record<(typeof processes)[number], { pid: number; mb: number }>;

/** What V8 holds by its own account; the rest of the resident memory is code, stacks and the C library's heap. */
const v8Metrics = {
  'heap used': 'nodejs_heap_size_used_bytes',
  'heap total': 'nodejs_heap_size_total_bytes',
  external: 'nodejs_external_memory_bytes',
} as const;

const addresses: readonly ((unique: string) => string)[] = [
  (unique) => `/?x=${unique}`,
  (unique) => `/search?q=${unique}`,
  (unique) => `/nothing/${unique}`,
  (unique) => `/product/${unique}`,
  (unique) => `/api/products/getAll?x=${unique}`,
  (unique) => `/api/products/suggest?q=${unique}`,
  (unique) => `/api/products/getOne/${unique}`,
];

/** Sends requests to addresses that nobody requested before; returns the number of responses by status. */
async function requestUniqueAddresses(count: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const { address } = run();
  let sent = 0;
  const sendAll = async () => {
    while (sent < count) {
      const addressOf = addresses[sent % addresses.length]!;
      sent += 1;
      const response = await fetch(address + addressOf(randomBytes(12).toString('hex')));
      await response.arrayBuffer();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendAll));
  return statuses;
}

function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (!kilobytes) throw new Error(`/proc/${pid}/status has no resident memory`);
  return Number(kilobytes) / 1024;
}

/**
 * Returns the highest resident memory while `work` runs. What a process has at one moment depends on the garbage that
 * was not collected yet; its limit has to hold the peak.
 */
async function peakDuring<T>(work: Promise<T>): Promise<{ result: T; memory: Memory }> {
  const memory = Object.fromEntries(
    processes.map((name) => [name, { pid: run().processes[name]?.pid ?? 0, mb: 0 }]),
  ) as Memory;
  const sample = () => {
    for (const one of Object.values(memory)) one.mb = Math.max(one.mb, residentMb(one.pid));
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  const result = await work.finally(() => clearInterval(timer));
  return { result, memory };
}

/** Returns what V8 holds, from the metrics of the process, MB. */
async function readV8(name: 'gateway' | 'catalog'): Promise<Record<keyof typeof v8Metrics, number>> {
  const address = name === 'gateway' ? internalAddressOf(name) : addressOf(name);
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const megabytes = Object.entries(v8Metrics).map(([label, metric]) => {
    const value = new RegExp(`^${metric} (\\d+)$`, 'm').exec(metrics)?.[1];
    if (!value) throw new Error(`${name} does not report ${metric}`);
    return [label, Math.round(Number(value) / 1024 / 1024)];
  });
  return Object.fromEntries(megabytes) as Record<keyof typeof v8Metrics, number>;
}

const printV8 = async (title: string): Promise<void> => {
  const names = ['gateway', 'catalog'] as const; // the shell has no metrics
  const rows = await Promise.all(names.map(async (name) => ({ process: name, ...(await readV8(name)) })));
  console.log(`V8's memory ${title}, MB:`);
  console.table(rows);
};

test('50,000 unique addresses keep the memory of gateway, shell and catalog flat', async () => {
  test.setTimeout(2_400_000);
  await requestUniqueAddresses(WARM_UP);
  await printV8('warmed up');
  const { memory: before } = await peakDuring(requestUniqueAddresses(WINDOW));
  const first = await requestUniqueAddresses(REQUESTS - WINDOW);
  const { memory: after, result: last } = await peakDuring(requestUniqueAddresses(WINDOW));
  await printV8(`after ${REQUESTS} addresses`);
  const rows = processes.map((name) => ({
    process: name,
    [`peak of the first ${WINDOW}, MB`]: Math.round(before[name].mb),
    [`peak of the last of ${REQUESTS} more, MB`]: Math.round(after[name].mb),
    growth: Number((after[name].mb / before[name].mb - 1).toFixed(3)),
  }));
  console.table(rows);
  console.log(`responses by status: ${JSON.stringify([first, last])}`);
  // Refusals would prove nothing.
  const statuses = [first, last].flatMap((counts) => Object.keys(counts));
  expect(statuses.filter((status) => !['200', '404'].includes(status))).toEqual([]);
  for (const name of processes) expect(after[name].pid, `${name} was not restarted`).toBe(before[name].pid);
  expect(rows.filter(({ growth }) => growth > MAX_GROWTH)).toEqual([]);
});
