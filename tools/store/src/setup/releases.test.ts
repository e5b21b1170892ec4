import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adoptBuilds } from './releases.js';

test('a release store that cannot be used stops the start, with its name and the reason', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
  const { log } = console;
  console.log = () => undefined;
  try {
    const file = path.join(folder, 'no-folder');
    writeFileSync(file, '');
    await expect(adoptBuilds(file)).rejects.toThrow(new RegExp(`could not be put into the release store ${file}:[^]*ENOTDIR`));
  } finally {
    console.log = log;
    rmSync(folder, { recursive: true });
  }
});
