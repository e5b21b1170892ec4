import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchCompiled } from './watch-compiled.js';

describe('watchCompiled', () => {
  let folder: string;
  let calls: number;
  let stop: () => void;
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  const waitForCalls = async (count: number): Promise<void> => {
    while (calls < count) await sleep(20);
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'compiled-'));
    mkdirSync(path.join(folder, 'inside'));
    write('main.js', 'one');
    write('inside/part.js', 'one');
    calls = 0;
    stop = watchCompiled([folder, path.join(folder, 'missing')], () => (calls += 1));
  });
  afterEach(() => {
    stop();
    rmSync(folder, { recursive: true });
  });

  it('calls back once for several changes, also in subfolders', async () => {
    write('main.js', 'two');
    write('inside/part.js', 'two');
    await waitForCalls(1);
    write('main.js', 'three');
    await waitForCalls(2);
    expect(calls).toBe(2);
  });

  it('ignores unchanged files, tests and type declarations', async () => {
    write('main.js', 'one');
    write('main.test.js', 'new');
    write('main.d.ts', 'new');
    await sleep(600);
    expect(calls).toBe(0);
    write('main.js', 'two');
    await waitForCalls(1);
    expect(calls).toBe(1);
  });
});
