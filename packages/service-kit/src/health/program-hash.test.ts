import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MODULE = new URL('../../dist/health/program-hash.js', import.meta.url).href;

describe('the hash of the program that runs', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'program-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const reportedBy = (name: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, `import('${MODULE}').then(({ programHash }) => process.stdout.write(String(programHash())));`);
    return spawnSync(process.execPath, [file], { encoding: 'utf8', env: { RELEASE_VERSION: '1.0.0' } }).stdout;
  };

  it('is that of the file of a release, and none for the compiler’s output', () => {
    expect(reportedBy('main.cjs')).toBe(hash('sha256', readFileSync(path.join(folder, 'main.cjs'))));
    expect(reportedBy('main.js')).toBe('undefined');
  });
});
