import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startStore } from '@rangavalli/store/checks/own-store';
import { dataPaths } from '@rangavalli/store/paths';
import { readJson, writeJson } from '@rangavalli/store/setup/json-file';
import { callControl } from '@rangavalli/store/supervisor/control-client';
import { type RunFile, readRunFile } from '@rangavalli/store/supervisor/run-file';
import { MongoClient, ObjectId } from 'mongodb';
import type { Credentials } from './records.js';
import { generateProduct } from './sample-products.js';

const DOCUMENTS_PER_INSERT = 1_000;

interface ProcessStart {
  command: string;
  args: string[];
  env: Record<string, string>;
}

export interface Shop {
  /** `http://127.0.0.1:8080` */
  origin: string;
  api: string;
  productIds: string[];
  run(): RunFile;
  admin: Credentials;
  /** Restarts a process and waits until it is ready. @returns the duration, ms */
  restart(name: string): Promise<number>;
  /** Adds products up to this number and restarts the catalog. @returns the duration of the restart, ms */
  growTo(products: number): Promise<number>;
  /** Of the store's processes: `v24.0.0`. */
  nodeVersion: string;
  envOf(name: string): ProcessStart;
  stop(): Promise<void>;
}

export async function openShop({
  folder,
  products,
  signal,
}: {
  folder: string;
  /** Without it, none are added. */
  products?: number;
  signal: AbortSignal;
}): Promise<Shop> {
  const data = path.join(folder, 'shop');
  const paths = { ...dataPaths(data), releases: path.join(data, 'releases') };
  mkdirSync(data, { recursive: true });
  writeJson(paths.seeded, { at: new Date().toISOString() }); // skips the demo catalogue
  const store = await startStore(paths, signal);
  const now = Date.now();
  const origin = `http://127.0.0.1:${store.port}`;
  const run = (): RunFile => {
    const found = readRunFile(paths.run);
    if (!found) throw new Error(`no run file at ${paths.run}`);
    return found;
  };
  const envOf = (name: string) => startOf(run(), name);
  const restart = async (name: string): Promise<number> => {
    const startedAt = performance.now();
    await callControl(run().control, 'POST', `/processes/${name}/restart`);
    return performance.now() - startedAt;
  };
  try {
    const shop: Shop = {
      origin,
      api: `${origin}/api`,
      productIds: [],
      run,
      nodeVersion: execFileSync(envOf('gateway').command, ['--version'], { encoding: 'utf8' }).trim(),
      admin: (readJson(paths.accounts) as { admin: Credentials }).admin,
      restart,
      envOf,
      growTo: async (to) => {
        const { env } = envOf('catalog');
        shop.productIds.push(...(await insertProducts(String(env['MONGODB_URI']), shop.productIds.length, to, now)));
        const ms = await restart('catalog');
        await restart('gateway'); // clears its cache
        return ms;
      },
      stop: () => store.stop(),
    };
    if (products !== undefined) await shop.growTo(products);
    return shop;
  } catch (error) {
    await store.stop();
    throw error;
  }
}

/** Reads how a running process was started, which Linux shows to its own user only. */
export function startOf({ processes }: RunFile, name: string): ProcessStart {
  const list = (file: string): string[] =>
    readFileSync(`/proc/${processes[name]?.pid}/${file}`, 'utf8').split('\0').filter(Boolean);
  const [command = '', ...args] = list('cmdline');
  const variables = list('environ').map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]);
  return { command, args, env: Object.fromEntries(variables) as Record<string, string> };
}

export const pidsOf = ({ processes }: RunFile): Record<string, number> =>
  Object.fromEntries(
    Object.entries(processes)
      .filter(([, { pid }]) => pid > 0)
      .map(([name, { pid }]) => [name, pid]),
  );

/** Inserts products into the catalog's database, which the catalog reads when it starts. @returns ids, newest first */
async function insertProducts(databaseUri: string, from: number, to: number, now: number): Promise<string[]> {
  const client = new MongoClient(databaseUri);
  try {
    const products = client.db().collection('products');
    const ids: string[] = [];
    for (let start = from; start < to; start += DOCUMENTS_PER_INSERT) {
      const batch = Array.from({ length: Math.min(DOCUMENTS_PER_INSERT, to - start) }, (_, index) => ({
        _id: new ObjectId(),
        ...generateProduct(start + index, now),
      }));
      await products.insertMany(batch, { ordered: false });
      ids.push(...batch.map(({ _id }) => _id.toHexString()));
    }
    return ids;
  } finally {
    await client.close();
  }
}
