import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ProcessLog, readLine } from './logs.js';

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

test('a log that outgrows 10 MB continues in a new file, beside the one before it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rangavalli-logs-'));
  try {
    const printed: string[] = [];
    const log = new ProcessLog('order', folder, (line) => printed.push(line));
    const megabyte = 'x'.repeat(1_000_000);
    const lines = Array.from({ length: 15 }, (_, n) => `{"level":"info","n":${n},"msg":"${megabyte}"}\n`);
    const output = Readable.from([...lines, '{"level":"error","msg":"broken"}\n']);
    log.follow(output, false, () => undefined);
    await once(output, 'end');
    log.close();
    const numbersIn = async (file: string) =>
      [...(await readFile(path.join(folder, file), 'utf8')).matchAll(/"n":(\d+)/g)].map((match) => Number(match[1]));
    // 10 MB are 10,485,760 bytes: the eleventh line of a million exceeds them.
    expect(await numbersIn('order.log.1')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await numbersIn('order.log')).toEqual([11, 12, 13, 14]);
    expect(printed).toEqual(['order        │ error: broken']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a log that cannot be written loses lines, and is reported once', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rangavalli-logs-'));
  const printed: string[] = [];
  const log = new ProcessLog('order', folder, (line) => printed.push(line));
  log.note('info', 'x'.repeat(11_000_000));
  await rm(folder, { recursive: true });
  for (const text of ['first', 'second']) log.note('info', text);
  log.close();
  expect(printed).toEqual([expect.stringMatching(/^order +│ error: the log could not be written: Error: ENOENT/)]);
});
