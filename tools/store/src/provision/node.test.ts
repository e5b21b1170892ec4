import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownNode, provisionNode } from './node.js';

const isOlder = Number(process.versions.node.split('.')[0]) < 24;
const isKnown = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

describe('the Node of the processes', () => {
  let folder: string;
  let lines: string[];
  const before = { PATH: process.env['PATH'], XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] };
  const choose = (program?: string) => provisionNode(program, (line) => lines.push(line));

  /** What is called `npm` on the PATH does this. */
  const npmDoes = (script: string): void => {
    writeFileSync(path.join(folder, 'bin/npm'), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, 'bin/npm'), 0o755);
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-node-'));
    lines = [];
    mkdirSync(path.join(folder, 'bin'));
    process.env['PATH'] = `${path.join(folder, 'bin')}:/usr/bin:/bin`;
    process.env['XDG_CACHE_HOME'] = path.join(folder, 'cache');
  });
  afterEach(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('is the one that the settings name', async () => {
    expect(await choose('/opt/node')).toEqual({ program: '/opt/node', why: 'NODE_PROGRAM' });
  });

  (isOlder && isKnown ? describe : describe.skip)('where this one is older than the images’', () => {
    it('is this one when npm cannot fetch another, and says so', async () => {
      npmDoes('echo "getaddrinfo ENOTFOUND" >&2; exit 1');
      expect(await choose()).toEqual(ownNode('as a newer one could not be had'));
      expect(lines).toEqual([
        expect.stringMatching(/^node 24\.\S+ from npm/),
        expect.stringMatching(/could not be had/),
      ]);
    });

    it('is this one when npm fetches something else than is known, of which nothing is kept', async () => {
      npmDoes(
        `mkdir -p node_modules; echo '{"packages":{"node_modules/node-linux-${process.arch}":{"integrity":"sha512-other"}}}' > package-lock.json`,
      );
      expect((await choose()).program).toBe(process.execPath);
      expect(lines.at(-1)).toMatch(/is not the known one: sha512-other/);
      expect(readdirSync(path.join(folder, 'cache/rangavalli/node'))).toEqual([]);
    });

    it('is the one in the cache, unless that does not run here', async () => {
      npmDoes('exit 1');
      await choose();
      const [, version = ''] = /^node (\S+)/.exec(lines[0] ?? '') ?? [];
      const kept = path.join(folder, 'cache/rangavalli/node', version);
      mkdirSync(kept, { recursive: true });
      writeFileSync(path.join(kept, 'node'), '#!/bin/sh\nexit 0\n');
      chmodSync(path.join(kept, 'node'), 0o755);
      expect(await choose()).toMatchObject({ program: path.join(kept, 'node') });
      writeFileSync(path.join(kept, 'node'), '#!/bin/sh\nexit 127\n');
      expect((await choose()).program).toBe(process.execPath);
    });
  });
});
