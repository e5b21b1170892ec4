import { createHash } from 'node:crypto';
import { CHALLENGE_HEADER } from '@rangavalli/contracts/challenge';
import { type Challenge, challengeDetails } from '@rangavalli/contracts/entities/challenge';
import { IDENTITY_HEADER } from '@rangavalli/service-kit/http/identity';
import { startTestGateway, type TestGateway, verifiedBy } from '../testing/test-gateway.js';

const SECRET = 'signs the challenges of this test';
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway({ RATE_LIMIT: 'on', TRUST_PROXY: 'true', CHALLENGE_SECRET: SECRET });
  gateway.upstream.respond = (_seen, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
});
afterEach(() => gateway.stop());

const bodies = {
  '/users/login': { email: 'asha@example.com', password: 'correct horse' },
  '/users/register': { name: 'Asha Rao', email: 'asha@example.com', password: 'correct horse battery' },
  '/users/password/forgot': { email: 'asha@example.com' },
  '/stock-alerts': { productId: '65a1b2c3d4e5f60718293a4d', email: 'asha@example.com' },
};
type Path = keyof typeof bodies;

const post = (path: Path, { address = '192.0.2.1', solution = '' } = {}) =>
  gateway.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: bodies[path],
    headers: { 'x-forwarded-for': address, ...(solution ? { [CHALLENGE_HEADER]: solution } : {}) },
  });
type Response = Awaited<ReturnType<typeof post>>;
const challengeIn = (response: Response): Challenge =>
  challengeDetails.parse(response.json<{ details: unknown }>().details).challenge;

function solve({ maxnumber, ...challenge }: Challenge, change: object = {}): string {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (
      createHash('sha256')
        .update(challenge.salt + number)
        .digest('hex') === challenge.challenge
    )
      return Buffer.from(JSON.stringify({ ...challenge, number, ...change })).toString('base64');
  }
  throw new Error('no solution');
}
const statusesOf = async (count: number, path: Path, address?: string) => {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push((await post(path, { address })).statusCode);
  return statuses;
};

test.each([
  ['/users/login', 5],
  ['/users/register', 3],
  ['/users/password/forgot', 0],
  ['/stock-alerts', 0],
] as const)('%s needs a proof of work after %i requests of a network', async (path, free) => {
  expect(await statusesOf(free + 1, path)).toEqual([...Array<number>(free).fill(200), 428]);
  const refused = await post(path);
  expect(refused.json()).toMatchObject({ success: false, code: 'CHALLENGE_REQUIRED' });
  const forwarded = gateway.upstream.seen.length;
  expect((await post(path, { solution: solve(challengeIn(refused)) })).statusCode).toBe(200);
  expect(gateway.upstream.seen).toHaveLength(forwarded + 1);
});

test('networks and calls are counted separately', async () => {
  await statusesOf(4, '/users/register');
  expect(await statusesOf(1, '/users/register', '192.0.2.2')).toEqual([200]);
  expect(await statusesOf(1, '/users/login')).toEqual([200]);
});

test('a solution is valid once', async () => {
  const solution = solve(challengeIn(await post('/stock-alerts')));
  const responses = await Promise.all([1, 2, 3].map(() => post('/stock-alerts', { solution })));
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 428, 428]);
  expect((await post('/users/password/forgot', { solution })).statusCode).toBe(428);
});

test('a solution that is wrong, forged or without an end is refused', async () => {
  const challenge = challengeIn(await post('/stock-alerts'));
  const salt = 'made up';
  const hash = createHash('sha256').update(`${salt}7`).digest('hex');
  const attempts = [
    'not base64 of JSON',
    Buffer.from('{}').toString('base64'),
    solve(challenge, { number: 60_000 }),
    solve(challenge, { signature: '0'.repeat(64) }),
    solve(challenge, { salt: challenge.salt.replace(/expires=\d+/, 'expires=9999999999') }),
    Buffer.from(JSON.stringify({ ...challenge, challenge: hash, salt, number: 7 })).toString('base64'),
    'A'.repeat(5_000),
  ];
  for (const solution of attempts) expect((await post('/stock-alerts', { solution })).statusCode).toBe(428);
  expect((await post('/stock-alerts', { solution: solve(challenge) })).statusCode).toBe(200);
});

test('a solution expires after ten minutes', async () => {
  const solution = solve(challengeIn(await post('/stock-alerts')));
  const { now } = Date;
  Date.now = () => now() + 601_000;
  try {
    expect((await post('/stock-alerts', { solution })).statusCode).toBe(428);
  } finally {
    Date.now = now;
  }
});

test('a challenge of another gateway with the same secret is accepted', async () => {
  const other = await startTestGateway({ RATE_LIMIT: 'on', CHALLENGE_SECRET: SECRET });
  try {
    const { challenge } = (await other.inject({ method: 'GET', url: '/api/challenge' })).json<{
      challenge: Challenge;
    }>();
    expect((await post('/stock-alerts', { solution: solve(challenge) })).statusCode).toBe(200);
  } finally {
    await other.stop();
  }
});

test('a challenge from before a rotation is accepted', async () => {
  const solution = solve(challengeIn(await post('/stock-alerts')));
  const rotated = { RATE_LIMIT: 'on', CHALLENGE_SECRET: SECRET.toUpperCase() };
  const acceptedBy = async (env: Record<string, string>) => {
    const other = await startTestGateway({ ...rotated, ...env });
    const headers = { [CHALLENGE_HEADER]: solution };
    const request = { method: 'POST' as const, url: '/api/stock-alerts', payload: bodies['/stock-alerts'], headers };
    return other.inject(request).finally(() => other.stop());
  };
  expect((await acceptedBy({})).statusCode).toBe(428);
  expect((await acceptedBy({ CHALLENGE_SECRET_PREVIOUS: SECRET })).statusCode).toBe(200);
});

test('a service that requires a proof of work gets the challenge of the gateway, then the proof', async () => {
  gateway.upstream.respond = (_seen, response) =>
    response.writeHead(428, { 'content-type': 'application/json' }).end('{"code":"CHALLENGE_REQUIRED"}');
  const refused = await post('/users/login');
  expect(refused.statusCode).toBe(428);
  await post('/users/login', { solution: solve(challengeIn(refused)) });
  expect(verifiedBy('user', gateway.upstream.last.headers[IDENTITY_HEADER])?.visitor).toEqual({
    network: '192.0.2.1',
    hasSolvedChallenge: true,
  });
});

test('without limits there are no challenges', async () => {
  const open = await startTestGateway({ RATE_LIMIT: 'off' });
  try {
    for (let turn = 0; turn < 8; turn += 1) {
      const request = { method: 'POST' as const, url: '/api/users/register', payload: bodies['/users/register'] };
      expect((await open.inject(request)).statusCode).toBe(200);
    }
  } finally {
    await open.stop();
  }
});
