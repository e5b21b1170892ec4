import { copyResponse, startBareServer } from '../load/bare-responses.js';
import { generateLoad, type LoadResult } from '../load/http-load.js';
import { CpuMeter, cpuPerRequest } from '../load/processes.js';
import type { SecondGateway } from '../shop/second-gateway.js';
import { pidsOf, type Shop } from '../shop/shop.js';
import { median, sum } from '../statistics.js';
import type { ReadCase } from './read-cases.js';

/** A case and the bare server; medians of the repetitions. */
export interface ReadFigures {
  name: string;
  perSecond: number;
  barePerSecond: number;
  ratio: number;
  aim?: number;
  p50: number;
  p99: number;
  failed: number;
  bytes: number;
  cpu: Record<string, number>;
  bareCpu: number;
}

const WARM_UP_SECONDS = 1;
const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br' };

/** Measures a case and the bare server alternately, so that other load affects both. */
export async function measureRead(
  shop: Shop,
  read: ReadCase,
  { repetitions, seconds, uncached }: { repetitions: number; seconds: number; uncached: SecondGateway },
): Promise<ReadFigures> {
  const { origin } = read.isUncached ? uncached : shop;
  const copy = (headers: Record<string, string>) => copyResponse(origin + read.sample, headers);
  // Only the first response is compressed for speed.
  await copy(BROWSER_HEADERS);
  const first = await copy(BROWSER_HEADERS);
  const etag = first.headers[first.headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? '';
  const headers = read.isConditional ? { ...BROWSER_HEADERS, 'if-none-match': etag } : BROWSER_HEADERS;
  const copied = read.isConditional ? await copy(headers) : first;
  const bare = await startBareServer(shop.envOf('gateway').command, { [read.sample]: copied });
  const pids = pidsOf(shop.run());
  if (read.isUncached) pids['gateway'] = uncached.pid;
  const bareLoad = { origin: bare.origin, paths: [read.sample], headers };
  const storeLoad = { origin, paths: read.paths, headers };
  try {
    for (const load of [bareLoad, storeLoad]) await generateLoad({ ...load, seconds: WARM_UP_SECONDS });
    const store: LoadResult[] = [];
    const limit: LoadResult[] = [];
    for (let round = 0; round < repetitions; round += 1) {
      limit.push(await generateLoad({ ...bareLoad, seconds }, () => new CpuMeter({ bare: bare.pid })));
      store.push(await generateLoad({ ...storeLoad, seconds }, () => new CpuMeter(pids)));
    }
    return {
      name: read.name,
      perSecond: median(store.map(({ perSecond }) => perSecond)),
      barePerSecond: median(limit.map(({ perSecond }) => perSecond)),
      ratio: median(store.map(({ perSecond }, round) => perSecond / (limit[round]?.perSecond ?? 1))),
      ...(read.aim === undefined ? {} : { aim: read.aim }),
      p50: median(store.map(({ p50 }) => p50)),
      p99: median(store.map(({ p99 }) => p99)),
      failed: sum(store.map(({ failed }) => failed)),
      bytes: Buffer.from(copied.body, 'base64').length,
      cpu: cpuOfRepetitions(store),
      bareCpu: cpuOfRepetitions(limit)['bare'] ?? 0,
    };
  } finally {
    bare.stop();
  }
}

function cpuOfRepetitions(repetitions: readonly LoadResult[]): Record<string, number> {
  const names = Object.keys(repetitions[0]?.cpu ?? {});
  const cpu = Object.fromEntries(names.map((name) => [name, sum(repetitions.map((round) => round.cpu[name] ?? 0))]));
  return cpuPerRequest(cpu, sum(repetitions.map(({ requests }) => requests)));
}
