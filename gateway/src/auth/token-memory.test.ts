import { customer } from '../testing/test-gateway.js';
import { TokenMemory } from './token-memory.js';

const until = (expiresMs: number) => ({ identity: customer, expiresMs });

test('a token is remembered until it expires', () => {
  const memory = new TokenMemory();
  memory.set('a', until(1_000));
  expect(memory.get('a', 999)?.identity).toBe(customer);
  expect(memory.get('a', 1_000)).toBeUndefined();
  expect(memory.get('a', 999)).toBeUndefined();
});

test('the oldest is forgotten first when there are too many', () => {
  const memory = new TokenMemory(2);
  for (const token of ['a', 'b', 'c']) memory.set(token, until(1_000));
  expect([memory.get('a', 0), memory.get('b', 0), memory.get('c', 0)].map(Boolean)).toEqual([false, true, true]);
});
