import { cpuSeconds, memoryMb } from '../load/processes.js';
import { send } from '../shop/http.js';
import type { Shop } from '../shop/shop.js';
import { sum, summarize } from '../statistics.js';
import { growthCases } from './growth-cases.js';

export interface GrowthFigures {
  products: number;
  /** The catalog's restart, s. */
  restart: number;
  catalogMb: number;
  databaseMb: number;
  reads: {
    name: string;
    p50: number;
    p99: number;
    perSecond: number;
    failed: number;
    /** CPU of catalog and database, ms per request. */
    cpuMs: number;
  }[];
}

const WARM_UP_REQUESTS = 500;

/** Requests the catalog directly and sequentially: no gateway cache, no queueing. */
export async function measureGrowth(
  shop: Shop,
  restartMs: number,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<GrowthFigures> {
  const { catalog, database } = shop.run().processes;
  const pids = [catalog?.pid ?? 0, database?.pid ?? 0];
  const cpu = (): number => sum(pids.filter((pid) => pid > 0).map((pid) => cpuSeconds(pid) ?? 0));
  const reads: GrowthFigures['reads'] = [];
  for (const { name, path } of growthCases(shop.productIds)) {
    signal.throwIfAborted();
    let count = 0;
    const get = async () => (await send('GET', `${catalog?.address}${path((count += 1))}`)).status;
    const warmUpEnd = performance.now() + seconds * 1_000;
    for (let warm = 0; warm < WARM_UP_REQUESTS && performance.now() < warmUpEnd; warm += 1) await get();
    const durations: number[] = [];
    let failed = 0;
    const cpuBefore = cpu();
    const startedAt = performance.now();
    while (performance.now() - startedAt < seconds * 1_000) {
      const sentAt = performance.now();
      const status = await get();
      durations.push(performance.now() - sentAt);
      if (status !== 200) failed += 1;
    }
    const { p50, p99 } = summarize(durations);
    reads.push({
      name,
      p50,
      p99,
      perSecond: durations.length / ((performance.now() - startedAt) / 1_000),
      failed,
      cpuMs: ((cpu() - cpuBefore) * 1_000) / durations.length,
    });
  }
  return {
    products: shop.productIds.length,
    restart: restartMs / 1_000,
    reads,
    catalogMb: memoryMb(catalog?.pid ?? 0) ?? Number.NaN,
    databaseMb: memoryMb(database?.pid ?? 0) ?? Number.NaN,
  };
}
