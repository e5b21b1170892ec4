import { createHash } from 'node:crypto';
import { connect } from '@nats-io/transport-node';
import { CHALLENGE_HEADER } from '@rangavalli/contracts/challenge';
import type { Challenge } from '@rangavalli/contracts/entities/challenge';
import { natsServerConfig } from '@rangavalli/service-kit/nats/server-config';
import { limitsStream } from '@rangavalli/service-kit/nats/subjects';
import { prepareTestCluster } from '@rangavalli/service-kit/testing/nats-cluster';
import { startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const LIMIT = 6;
/** Too large to be exact. */
const LARGE_LIMIT = 120;

let nats: TestNats;
let env: Record<string, string>;
let gateways: [TestGateway, TestGateway];
beforeAll(async () => {
  nats = await startTestNats();
  env = {
    NATS_URL: nats.url,
    RATE_LIMIT: 'on',
    RATE_LIMIT_GENERAL: String(LARGE_LIMIT),
    RATE_LIMIT_SITEMAPS: String(LIMIT),
    TRUST_PROXY: 'true',
    CACHE_BYTES: '0',
    CHALLENGE_SECRET: 'signs the challenges of both gateways',
  };
  gateways = [await startTestGateway(env), await startTestGateway(env)];
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await nats.stop();
});

let networks = 0;
function newNetwork(): string {
  networks += 1;
  return `198.18.${Math.floor(networks / 256)}.${networks % 256}`;
}

const get = async (gateway: TestGateway, url: string, network: string) =>
  (await gateway.inject({ method: 'GET', url, headers: { 'x-forwarded-for': network } })).statusCode;
const getProducts = (gateway: TestGateway, network: string) => get(gateway, '/api/products/getAll', network);

/** Returns how many of a network's requests are admitted, each gateway getting `LIMIT + 1` in turn. */
async function countAdmitted(network = newNetwork()): Promise<number> {
  let admitted = 0;
  for (let turn = 0; turn <= LIMIT; turn += 1)
    for (const gateway of gateways)
      if ((await get(gateway, '/sitemap-mf-catalog-1.xml', network)) === 200) admitted += 1;
  return admitted;
}

test('two gateways together admit one limit', async () => {
  expect(await countAdmitted()).toBe(LIMIT);
});

test('simultaneous requests exceed it by one at most for the other gateway', async () => {
  expect([LIMIT, LIMIT + 1]).toContain(await countSimultaneous(gateways));
});

test('a larger limit reaches the other gateway shortly after', async () => {
  const network = newNetwork();
  for (let turn = 0; turn < LARGE_LIMIT; turn += 1) expect(await getProducts(gateways[0], network)).toBe(200);
  // Fewer requests than the limit.
  await eventually(async () => expect(await getProducts(gateways[1], network)).toBe(429), 2_000);
});

test('a solved challenge is valid at one of them', async () => {
  const solution = await solveChallenge(gateways[0]);
  const statuses = [];
  for (const gateway of gateways) statuses.push(await spend(gateway, solution));
  expect(statuses).toEqual([200, 428]);
});

test('a gateway that starts later refuses what the others have counted, and spent solutions', async () => {
  const [exact, large] = [newNetwork(), newNetwork()];
  expect(await countAdmitted(exact)).toBe(LIMIT);
  for (let turn = 0; turn < LARGE_LIMIT; turn += 1) expect(await getProducts(gateways[0], large)).toBe(200);
  const solution = await solveChallenge(gateways[0]);
  expect(await spend(gateways[0], solution)).toBe(200);

  const late = await startTestGateway(env);
  try {
    expect(await get(late, '/sitemap-mf-catalog-1.xml', exact)).toBe(429);
    expect(await get(late, '/sitemap-mf-catalog-1.xml', newNetwork())).toBe(200);
    expect(await getProducts(late, large)).toBe(429);
    expect(await spend(late, solution)).toBe(428);
  } finally {
    await late.stop();
  }
});

test('two gateways share them again after NATS has lost the stream', async () => {
  await deleteStream(nats.url);
  await eventually(async () => expect(await countAdmitted()).toBe(LIMIT), 20_000);
  expect(await isShared(gateways[0])).toBe(true);
});

test('a gateway without the rights to share limits starts and counts by itself; with them it shares', async () => {
  const withUsers = await startTestNats({ withUsers: true });
  const previousUsers = natsServerConfig().replaceAll(/^.*(?:gateway\.limits|STREAM\.\w+\.LIMITS).*\n/gm, '');
  await withUsers.kill();
  await withUsers.reload(previousUsers);
  await withUsers.start();
  const credentials = { NATS_USER: 'gateway', NATS_PASSWORD: 'password-of-gateway' };
  const start = () => startTestGateway({ ...env, NATS_URL: withUsers.url, ...credentials });
  const started: TestGateway[] = [];
  try {
    const gateway = await start();
    started.push(gateway);
    expect(await isShared(gateway)).toBe(false);
    expect(await getProducts(gateway, newNetwork())).toBe(200);
    await withUsers.reload(natsServerConfig());
    await eventually(async () => expect(await isShared(gateway)).toBe(true));
    const network = newNetwork();
    for (let turn = 0; turn < LIMIT; turn += 1)
      expect(await get(gateway, '/sitemap-mf-catalog-1.xml', network)).toBe(200);
    const late = await start();
    started.push(late);
    expect(await get(late, '/sitemap-mf-catalog-1.xml', network)).toBe(429);
  } finally {
    for (const gateway of started) await gateway.stop();
    await withUsers.stop();
  }
});

test('without NATS each gateway has the limit for itself, and reports it; afterwards they share it again', async () => {
  expect(await isShared(gateways[0])).toBe(true);
  await nats.kill();
  expect(await countAdmitted()).toBe(2 * LIMIT);
  expect(await isShared(gateways[0])).toBe(false);
  await nats.start();
  await eventually(async () => expect(await countAdmitted()).toBe(LIMIT), 20_000);
  expect(await isShared(gateways[0])).toBe(true);
});

test('gateways at different servers of a cluster share them too, and report when theirs is cut off', async () => {
  const cluster = await prepareTestCluster();
  const started: TestGateway[] = [];
  try {
    await cluster.start(0, 1, 2);
    for (const url of cluster.urls.slice(0, 2))
      started.push(await startTestGateway({ ...env, NATS_URL: url, NATS_REPLICAS: '3' }));
    const [first, second] = started as [TestGateway, TestGateway];
    await eventually(async () => expect([await isShared(first), await isShared(second)]).toEqual([true, true]), 20_000);

    expect([LIMIT, LIMIT + 1]).toContain(await countSimultaneous(started));
    const solution = await solveChallenge(first);
    expect((await Promise.all(started.map((gateway) => spend(gateway, solution)))).toSorted()).toEqual([200, 428]);

    // The first server runs and reaches none of the others.
    await Promise.all([cluster.kill(1), cluster.kill(2)]);
    await eventually(async () => expect(await isShared(first)).toBe(false), 20_000);
    await cluster.start(1, 2);
    await eventually(async () => expect([await isShared(first), await isShared(second)]).toEqual([true, true]), 60_000);
  } finally {
    for (const gateway of started) await gateway.stop();
    await cluster.stop();
  }
}, 150_000);

test('a gateway starts in a cluster with too few servers for the stream, and shares once there are enough', async () => {
  const cluster = await prepareTestCluster();
  const [url = ''] = cluster.urls;
  let gateway: TestGateway | undefined;
  try {
    await cluster.start(0, 1);
    // The streams of the events exist.
    await (await startTestGateway({ ...env, NATS_URL: url, NATS_REPLICAS: '1' })).stop();
    await deleteStream(url);
    gateway = await startTestGateway({ ...env, NATS_URL: url, NATS_REPLICAS: '3' });
    expect(await isShared(gateway)).toBe(false);
    expect(await getProducts(gateway, newNetwork())).toBe(200);
    await cluster.start(2);
    await eventually(async () => expect(await isShared(gateway!)).toBe(true), 20_000);
  } finally {
    await gateway?.stop();
    await cluster.stop();
  }
}, 60_000);

async function isShared({ fetchInternal }: TestGateway): Promise<boolean> {
  const metrics = await (await fetchInternal('/metrics')).text();
  expect(metrics).toMatch(/^rate_limits_shared [01]$/m);
  return /^rate_limits_shared 1$/m.test(metrics);
}

async function deleteStream(url: string): Promise<void> {
  const operator = await connect({ servers: url });
  await operator.request(`$JS.API.STREAM.DELETE.${limitsStream.name}`, '', { timeout: 5_000 });
  await operator.close();
}

/** Returns how many of ten requests to each gateway at the same moment are admitted. */
async function countSimultaneous(of: TestGateway[]): Promise<number> {
  const network = newNetwork();
  const statuses = await Promise.all(
    Array.from({ length: 10 }, () => of.map((gateway) => get(gateway, '/sitemap-mf-catalog-1.xml', network))).flat(),
  );
  return statuses.filter((status) => status === 200).length;
}

async function solveChallenge(gateway: TestGateway): Promise<string> {
  const response = await gateway.inject({ method: 'GET', url: '/api/challenge' });
  return solve(response.json<{ challenge: Challenge }>().challenge);
}

async function spend(gateway: TestGateway, solution: string): Promise<number> {
  const { statusCode } = await gateway.inject({
    method: 'POST',
    url: '/api/stock-alerts',
    payload: { productId: '65a1b2c3d4e5f60718293a4d', email: 'asha@example.com' },
    headers: { [CHALLENGE_HEADER]: solution },
  });
  return statusCode;
}

function solve({ maxnumber, ...challenge }: Challenge): string {
  for (let number = 0; number <= maxnumber; number += 1) {
    const hash = createHash('sha256').update(challenge.salt + number);
    if (hash.digest('hex') === challenge.challenge)
      return Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64');
  }
  throw new Error('no solution');
}
