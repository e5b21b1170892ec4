import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAndStamp, SourceHashes } from './build.js';

describe('the hash of sources', () => {
  let folder: string;
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const hash = (...folders: string[]): string => new SourceHashes().of([folder, ...folders]);
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sources-'));
    write('src/main.ts', 'one');
    write('package.json', '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('changes with the names and contents of sources in any folder', () => {
    const hashes = [hash()];
    write('src/main.ts', 'two');
    hashes.push(hash());
    renameSync(path.join(folder, 'src/main.ts'), path.join(folder, 'src/other.ts'));
    hashes.push(hash());
    write('src/below/new.ts', '');
    hashes.push(hash(), hash('packages/contracts/src'));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hash()).toBe(hashes.at(-2));
  });

  it('does not change with built or installed files, tests and READMEs', () => {
    const before = hash();
    const ignored = ['dist/main.js', 'node_modules/a/index.js', 'tsconfig.tsbuildinfo', 'test-results/last'];
    for (const name of [...ignored, 'src/main.test.ts', 'README.md']) write(name, 'anything');
    expect(hash('missing/folder')).toBe(hash('another/one'));
    expect(hash()).toBe(before);
  });

  it('is that of the first read, so that one build is of one state', () => {
    const hashes = new SourceHashes();
    const before = hashes.of([folder]);
    write('src/main.ts', 'edited during the build');
    expect(hashes.of([folder])).toBe(before);
    expect(hash()).not.toBe(before);
  });
});

describe('the stamp of a build', () => {
  let folder: string;
  let stamp: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'stamps-'));
    stamp = path.join(folder, 'inputs.sha256');
    writeFileSync(stamp, 'of the build before');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is written after the build, and absent during it', async () => {
    let duringBuild = true;
    await buildAndStamp(new Map([[stamp, 'new inputs']]), async () => {
      duringBuild = existsSync(stamp);
    });
    expect(duringBuild).toBe(false);
    expect(readFileSync(stamp, 'utf8')).toBe('new inputs');
  });

  it('is not left by a build that fails', async () => {
    const failing = buildAndStamp(new Map([[stamp, 'new inputs']]), () => Promise.reject(new Error('a syntax error')));
    await expect(failing).rejects.toThrow('a syntax error');
    expect(existsSync(stamp)).toBe(false);
  });
});
