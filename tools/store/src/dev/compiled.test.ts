import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { followCompiled } from './compiled.js';

describe('following compiled files', () => {
  let folder: string;
  let told: number;
  let end: () => void;
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  const toldTimes = async (times: number): Promise<void> => {
    while (told < times) await sleep(20);
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'compiled-'));
    mkdirSync(path.join(folder, 'inside'));
    write('main.js', 'one');
    write('inside/part.js', 'one');
    told = 0;
    end = followCompiled([folder, path.join(folder, 'not-there')], () => (told += 1));
  });
  afterEach(() => {
    end();
    rmSync(folder, { recursive: true });
  });

  it('tells once of several changes, also of those in folders', async () => {
    write('main.js', 'two');
    write('inside/part.js', 'two');
    await toldTimes(1);
    write('main.js', 'three');
    await toldTimes(2);
    expect(told).toBe(2);
  });

  it('says nothing of a file that is written as it was, of tests and of types', async () => {
    write('main.js', 'one');
    write('main.test.js', 'new');
    write('main.d.ts', 'new');
    // What comes after them is told of; they would have been told of before.
    await sleep(600);
    expect(told).toBe(0);
    write('main.js', 'two');
    await toldTimes(1);
    expect(told).toBe(1);
  });
});
