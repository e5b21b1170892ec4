import { copyAnswer, startBareServer } from '../load/bare-answers.js';
import { fire, type Hits } from '../load/cannon.js';
import { addUp, CpuMeter } from '../load/processes.js';
import type { SecondGateway } from '../shop/second-gateway.js';
import { pidsOf, type Shop } from '../shop/shop.js';
import type { ReadCase } from './read-cases.js';

/** One case beside the bare server, each the median of the rounds. */
export interface ReadFigures {
  name: string;
  perSecond: number;
  barePerSecond: number;
  /** Median of the rounds' ratios: both sides of a round ran one after the other. */
  ratio: number;
  aim?: number;
  p50: number;
  p99: number;
  failed: number;
  /** Bytes of one answer's body. */
  bytes: number;
  /** Microseconds a request, by process; what is not worth a tenth of one is left out. */
  cpu: Record<string, number>;
  bareCpu: number;
}

const WARM_UP_SECONDS = 1;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Measures one case against the bare server, in turn: A, B, A, B, so that whatever else the machine does meets both. */
export async function measureRead(
  shop: Shop,
  read: ReadCase,
  { rounds, seconds, plain }: { rounds: number; seconds: number; plain: SecondGateway },
): Promise<ReadFigures> {
  const { origin } = read.uncached ? plain : shop;
  // The first answer is compressed quickly, later ones well: the bare server gets what the rounds will get.
  await copyAnswer(origin + read.sample, read.headers);
  const first = await copyAnswer(origin + read.sample, read.headers);
  const etag = first.headers[first.headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? '';
  const headers = read.conditional ? { ...read.headers, 'if-none-match': etag } : read.headers;
  const copied = read.conditional ? await copyAnswer(origin + read.sample, headers) : first;
  const bare = await startBareServer((await shop.envOf('gateway')).command, { [read.sample]: copied });
  const pids = pidsOf(shop);
  if (read.uncached) pids['gateway'] = plain.pid;
  try {
    await fire({ origin: bare.origin, paths: [read.sample], headers, seconds: WARM_UP_SECONDS });
    await fire({ origin, paths: read.paths, headers, seconds: WARM_UP_SECONDS });
    const store: Hits[] = [];
    const limit: Hits[] = [];
    for (let round = 0; round < rounds; round += 1) {
      limit.push(
        await fire(
          { origin: bare.origin, paths: [read.sample], headers, seconds },
          () => new CpuMeter({ bare: bare.pid }),
        ),
      );
      store.push(await fire({ origin, paths: read.paths, headers, seconds }, () => new CpuMeter(pids)));
    }
    const total = (hits: readonly Hits[]): number => hits.reduce((sum, { requests }) => sum + requests, 0);
    const each = (hits: readonly Hits[]): Record<string, number> =>
      Object.fromEntries(
        Object.entries(addUp(hits.map(({ cpu }) => cpu))).map(([name, used]) => [name, (used * 1e6) / total(hits)]),
      );
    return {
      name: read.name,
      perSecond: median(store.map(({ perSecond }) => perSecond)),
      barePerSecond: median(limit.map(({ perSecond }) => perSecond)),
      ratio: median(store.map(({ perSecond }, round) => perSecond / (limit[round]?.perSecond ?? 1))),
      ...(read.aim === undefined ? {} : { aim: read.aim }),
      p50: median(store.map(({ p50 }) => p50)),
      p99: median(store.map(({ p99 }) => p99)),
      failed: store.reduce((sum, { failed }) => sum + failed, 0),
      bytes: Buffer.from(copied.body, 'base64').length,
      cpu: Object.fromEntries(Object.entries(each(store)).filter(([, used]) => used >= 1)),
      bareCpu: each(limit)['bare'] ?? 0,
    };
  } finally {
    bare.stop();
  }
}
