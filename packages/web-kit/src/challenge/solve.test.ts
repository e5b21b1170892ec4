import { polyfillCrypto, sha256 } from '../testing/node-crypto.js';
import { solve } from './solve.js';

const SALT = 'c0ffee?expires=1800000000';
const challengeFor = (number: number, maxnumber: number) => ({
  algorithm: 'SHA-256' as const,
  challenge: sha256(`${SALT}${number}`),
  maxnumber,
  salt: SALT,
  signature: 'signed',
});
const decode = (solution: string): unknown => JSON.parse(atob(solution));

beforeAll(polyfillCrypto);

test.each([
  ['the first number', 0],
  ['a number of a later batch', 1_300],
  ['the last number', 2_000],
])('finds %s', async (_what, number) => {
  const challenge = challengeFor(number, 2_000);
  expect(decode(await solve(challenge))).toEqual({
    algorithm: 'SHA-256',
    challenge: challenge.challenge,
    number,
    salt: SALT,
    signature: 'signed',
  });
});

test('fails when no number up to the limit fits', async () => {
  await expect(solve(challengeFor(2_001, 2_000))).rejects.toThrow('could not be solved');
});
