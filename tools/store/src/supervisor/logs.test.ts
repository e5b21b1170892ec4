import { readLine } from './logs.js';

describe('readLine', () => {
  it.each([
    ['{"level":"warn","msg":"NATS disconnected"}', false, { level: 'warn', text: 'NATS disconnected' }],
    [
      '{"level":50,"msg":"failed","err":{"message":"ECONNREFUSED"}}',
      false,
      { level: 'error', text: 'failed (ECONNREFUSED)' },
    ],
    ['[7] 2026/01/02 10:11:12.131415 [ERR] out of disk', true, { level: 'error', text: 'out of disk' }],
    ['[7] 2026/01/02 10:11:12.131415 [INF] Server is ready', true, { level: 'info', text: 'Server is ready' }],
    [
      '[7] 2026/01/02 10:11:12.131415 [WRN] Plaintext passwords detected, use nkeys or bcrypt',
      true,
      { level: 'info', text: 'Plaintext passwords detected, use nkeys or bcrypt' },
    ],
    ['TypeError: x is not a function', true, { level: 'warn', text: 'TypeError: x is not a function' }],
    ['listening on http://127.0.0.1:1', false, { level: 'info', text: 'listening on http://127.0.0.1:1' }],
    ['{not json', false, { level: 'info', text: '{not json' }],
  ])('returns the level of %s', (line, fromStderr, wanted) => {
    expect(readLine(line, fromStderr)).toEqual(wanted);
  });
});
