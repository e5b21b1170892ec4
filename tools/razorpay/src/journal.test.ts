import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('keeps appended lines in order', async () => {
  const path = join(folder, 'j.jsonl');
  const journal = await Journal.replace<number>(path, [0]);
  for (let line = 1; line <= 200; line += 1) journal.append(line);
  expect(await Journal.read(path)).toEqual(Array.from({ length: 201 }, (_, index) => index));
  await journal.close();
});

it('drops a line that a crash truncated', async () => {
  const path = join(folder, 'j.jsonl');
  const journal = await Journal.replace<string>(path, ['whole']);
  await journal.close();
  await appendFile(path, '"half of a li');
  expect(await Journal.read(path)).toEqual(['whole']);
});
