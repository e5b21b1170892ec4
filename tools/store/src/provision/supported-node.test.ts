import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths.js';

const MODULE = pathToFileURL(path.join(ROOT, 'packages/build-kit/node.mjs')).href;
const isKnown = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

(isKnown ? describe : describe.skip)('findNode', () => {
  let folder: string;
  /** Writes an executable shell script. */
  const script = (file: string, text: string): string => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(folder, file), 0o755);
    return path.join(folder, file);
  };
  const findNode = (env: Record<string, string> = {}) => {
    const program = `import(${JSON.stringify(MODULE)}).then(({ findNode }) => console.log(findNode()))`;
    const PATH = `${path.join(folder, 'bin')}:/usr/bin:/bin`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
      encoding: 'utf8',
      env: { PATH, XDG_CACHE_HOME: path.join(folder, 'cache'), ...env },
    });
    return { found: stdout.trim(), error: stderr };
  };

  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-node-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('returns NODE_PROGRAM where that is new enough', () => {
    script('bin/npm', 'exit 1');
    const NODE_PROGRAM = script('node', 'echo v24.1.0');
    expect(findNode({ NODE_PROGRAM }).found).toBe(NODE_PROGRAM);
    expect(findNode({ NODE_PROGRAM: script('node', 'echo v22.21.0') }).error).toContain('could not be');
  });

  it('names the alternatives when npm cannot download one', () => {
    script('bin/npm', 'echo "getaddrinfo ENOTFOUND" >&2; exit 1');
    expect(findNode().error).toMatch(
      /ENOTFOUND\)\. Do one of the following:\n {2}- install Node 24 .*\n.*NODE_PROGRAM/,
    );
  });

  it('rejects a download whose hash is wrong, and keeps nothing of it', () => {
    script('bin/npm', `echo other > "$(echo "$2" | tr '@' '-').tgz"`);
    expect(findNode().error).toMatch(/the hash of node-linux-\S+ is wrong/);
    expect(readdirSync(path.join(folder, 'cache/rangavalli/node'))).toEqual([]);
  });

  it('returns the cached one unless it does not run here', () => {
    script('bin/npm', 'exit 1');
    const [, version = ''] = /Node (\S+) could not be/.exec(findNode().error) ?? [];
    const cached = script(`cache/rangavalli/node/${version}/node`, 'exit 0');
    expect(existsSync(cached)).toBe(true);
    expect(findNode().found).toBe(cached);
    script(`cache/rangavalli/node/${version}/node`, 'exit 127');
    expect(findNode().error).toContain('Do one of the following');
  });
});
