import { send } from '../checkout/http.js';
import { cpuSeconds, memoryMb } from '../load/processes.js';
import type { Shop } from '../shop/shop.js';
import { growthCases } from './growth-cases.js';

/** One kind of read at one size. */
export interface GrowthFigure {
  name: string;
  /** Milliseconds. */
  p50: number;
  p99: number;
  perSecond: number;
  failed: number;
  /** CPU of catalog and database, ms a request. */
  cpuMs: number;
}

export interface GrowthFigures {
  products: number;
  /** Of the catalog, from its stop to ready, s. */
  restart: number;
  catalogMb: number;
  databaseMb: number;
  reads: GrowthFigure[];
}

/** Requests before anything is measured: code that has run a few times only is slow. */
const WARM_UP = 500;

/** Asks the catalog itself, without gateway and its memory, kind by kind and one request after the other: what shows is the work of an answer and no queue. */
export async function measureGrowth(
  shop: Shop,
  restartMs: number,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<GrowthFigures> {
  const { catalog, database } = shop.run().processes;
  const pids = [catalog?.pid, database?.pid].filter((pid) => pid !== undefined && pid > 0) as number[];
  const cpu = (): number => pids.reduce((sum, pid) => sum + (cpuSeconds(pid) ?? 0), 0);
  const reads: GrowthFigure[] = [];
  for (const { name, path } of growthCases(shop.productIds)) {
    signal.throwIfAborted();
    let count = 0;
    const ask = async (): Promise<number> => (await send('GET', `${catalog?.address}${path((count += 1))}`)).status;
    const slow = performance.now() + seconds * 1_000;
    for (let warm = 0; warm < WARM_UP && performance.now() < slow; warm += 1) await ask();
    const took: number[] = [];
    let failed = 0;
    const before = cpu();
    const begun = performance.now();
    while (performance.now() - begun < seconds * 1_000) {
      const asked = performance.now();
      const status = await ask();
      took.push(performance.now() - asked);
      if (status !== 200) failed += 1;
    }
    const sorted = took.toSorted((one, other) => one - other);
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    reads.push({
      name,
      p50: at(0.5),
      p99: at(0.99),
      perSecond: took.length / ((performance.now() - begun) / 1_000),
      failed,
      cpuMs: ((cpu() - before) * 1_000) / took.length,
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
