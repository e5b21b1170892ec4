import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Inputs } from './inputs.js';

describe('what is built is told by what goes into it', () => {
  let folder: string;
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const hash = (...folders: string[]): string => new Inputs().hashOf([folder, ...folders]);
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'inputs-'));
    write('src/main.ts', 'one');
    write('package.json', '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('by names and contents of sources, wherever they lie', () => {
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

  it('not by what was built or installed', () => {
    const before = hash();
    for (const name of ['dist/main.js', 'node_modules/a/index.js', 'tsconfig.tsbuildinfo', 'test-results/last'])
      write(name, 'anything');
    expect(hash('a/folder/that/is/not/there')).toBe(hash('another/one'));
    expect(hash()).toBe(before);
  });

  it('as it is when it is asked for first: one build is made of one state', () => {
    const inputs = new Inputs();
    const before = inputs.hashOf([folder]);
    write('src/main.ts', 'edited meanwhile');
    expect(inputs.hashOf([folder])).toBe(before);
    expect(hash()).not.toBe(before);
  });
});
