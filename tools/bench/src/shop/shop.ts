import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startStore } from '@rangavalli/store/checks/own-store';
import { dataPaths } from '@rangavalli/store/paths';
import { readJson, writeJson } from '@rangavalli/store/setup/json-file';
import { type RunFile, readRunFile } from '@rangavalli/store/supervisor/run-file';
import { fillCatalog } from './fill-catalog.js';

/** A running store with made products, for measuring. */
export interface Shop {
  /** `http://127.0.0.1:8080` */
  origin: string;
  api: string;
  /** Ids of its products, newest first. */
  productIds: string[];
  /** What runs under which process id, now. */
  run(): RunFile;
  admin: { email: string; password: string };
  /** Stops and starts one process; resolves when it is ready, with how long that took, ms. */
  restart(name: string): Promise<number>;
  /** More products, up to so many; the catalog is started anew. Resolves with how long that start took, ms. */
  growTo(products: number): Promise<number>;
  /** What the store's processes run on, as in `v24.0.0`. */
  nodeVersion: string;
  /** The environment a process was started with. */
  envOf(name: string): Promise<{ command: string; args: string[]; env: Record<string, string> }>;
  stop(): Promise<void>;
}

interface Accounts {
  admin: { email: string; password: string };
}

/** Starts a store on new data below `folder` as `npm start` does, its catalog filled with made products instead of woven ones. */
export async function openShop({
  folder,
  products,
  signal,
}: {
  folder: string;
  products: number;
  signal: AbortSignal;
}): Promise<Shop> {
  const data = path.join(folder, 'shop');
  const paths = { ...dataPaths(data), releases: path.join(data, 'releases') };
  mkdirSync(data, { recursive: true });
  writeJson(paths.seeded, { at: new Date().toISOString() }); // no pictures are woven
  const store = await startStore(paths, signal);
  const now = Date.now();
  const origin = `http://127.0.0.1:${store.port}`;
  const run = (): RunFile => {
    const found = readRunFile(paths.run);
    if (!found) throw new Error(`no run file at ${paths.run}`);
    return found;
  };
  const control = async (method: string, address: string): Promise<unknown> => {
    const answer = await fetch(run().control + address, { method });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${address}: ${JSON.stringify(body)}`);
    return body;
  };
  const envOf = async (name: string): Promise<{ command: string; args: string[]; env: Record<string, string> }> =>
    (await control('GET', `/processes/${name}/env`)) as {
      command: string;
      args: string[];
      env: Record<string, string>;
    };
  const restart = async (name: string): Promise<number> => {
    const begun = performance.now();
    await control('POST', `/processes/${name}/restart`);
    return performance.now() - begun;
  };
  const shop: Shop = {
    origin,
    api: `${origin}/api`,
    productIds: [],
    run,
    nodeVersion: execFileSync((await envOf('gateway')).command, ['--version'], { encoding: 'utf8' }).trim(),
    admin: (readJson(paths.accounts) as Accounts).admin,
    restart,
    envOf,
    growTo: async (to) => {
      const { env } = await envOf('catalog');
      shop.productIds.push(
        ...(await fillCatalog(String(env['MONGODB_URI']), { from: shop.productIds.length, to, now })),
      );
      const ms = await restart('catalog');
      await restart('gateway'); // forgets what it has read
      return ms;
    },
    stop: () => store.stop(),
  };
  try {
    await shop.growTo(products);
    return shop;
  } catch (error) {
    await store.stop();
    throw error;
  }
}

/** Process ids of all that runs, by name. */
export const pidsOf = (shop: Shop): Record<string, number> =>
  Object.fromEntries(
    Object.entries(shop.run().processes)
      .filter(([, { pid }]) => pid > 0)
      .map(([name, { pid }]) => [name, pid]),
  );
