// Plain JavaScript for Node 20.11 and newer: the project's programs need 22.22, otherwise they run on a fetched Node
// 24.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const MINIMUM = [22, 22];
const VERSION = '24.21.0';
/** SHA-512 of the npm packages `node-<platform>@24.21.0`. */
const HASHES = {
  'linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};
const FETCH_TIMEOUT_MS = 90_000;
const RESTARTED = 'RANGAVALLI_NODE_RESTARTED';

/** @param {string} version */
function isSupported(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
}

/** @param {string} program */
const versionOf = (program) => execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();

/** Returns on a supported Node; on an older one runs this program on a newer Node and exits with its exit code. */
export async function requireSupportedNode() {
  if (isSupported(process.versions.node)) {
    if (process.env[RESTARTED]) {
      delete process.env[RESTARTED];
      process.once('disconnect', () => process.kill(process.pid, 'SIGTERM')); // the older Node was killed
      process.channel?.unref();
    }
    return;
  }
  let program;
  try {
    program = findNode();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  process.exit(await runInPlace(program));
}

/** @param {string} program */
async function runInPlace(program) {
  const child = spawn(program, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [RESTARTED]: '1', PATH: [path.dirname(program), process.env['PATH']].join(path.delimiter) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/**
 * Returns NODE_PROGRAM, the cached Node or a fetched one. Throws an Error that explains what to do.
 * @public called by its test in a process of its own
 */
export function findNode() {
  const own = process.env['NODE_PROGRAM'];
  if (own && isSupported(versionOf(own))) return own;
  const platform = `${process.platform}-${process.arch}`;
  const caches = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
  const folder = path.join(caches, 'rangavalli/node', VERSION);
  const program = path.join(folder, 'node');
  try {
    if (!existsSync(program)) fetchNode(platform, folder);
    versionOf(program); // throws without glibc
    return program;
  } catch (error) {
    const reason = error instanceof Error ? String(error['stderr'] || error.message).trim() : String(error);
    throw new Error(
      `Node ${MINIMUM.join('.')} or newer is needed, this is ${process.versions.node}, and Node ${VERSION} could not be
downloaded (${reason}). Do one of the following:
  - install Node 24 from https://nodejs.org
  - set NODE_PROGRAM to the path of a Node 24 that is installed elsewhere
  - run the command once with access to npm's registry, which saves a copy in ${folder}`,
      { cause: error },
    );
  }
}

/**
 * @param {string} platform
 * @param {string} folder
 */
function fetchNode(platform, folder) {
  const expected = HASHES[platform];
  if (!expected) throw new Error(`there is no download for ${platform}`);
  const startedAt = performance.now();
  mkdirSync(path.dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  try {
    const options = { cwd: temporary, timeout: FETCH_TIMEOUT_MS, stdio: ['ignore', 'ignore', 'pipe'] };
    execFileSync('npm', ['pack', `node-${platform}@${VERSION}`, '--silent', '--fetch-retries=1'], options);
    const archive = path.join(temporary, `node-${platform}-${VERSION}.tgz`);
    const actual = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (actual !== expected) throw new Error(`the hash of node-${platform}@${VERSION} is wrong: ${actual}`);
    execFileSync('tar', ['-xzf', archive, 'package/bin/node', 'package/LICENSE'], options);
    const ready = path.join(temporary, 'ready');
    mkdirSync(ready);
    renameSync(path.join(temporary, 'package/bin/node'), path.join(ready, 'node'));
    renameSync(path.join(temporary, 'package/LICENSE'), path.join(ready, 'LICENSE'));
    if (!existsSync(folder)) renameSync(ready, folder); // several starts may fetch at once
    console.log(`✓ Node ${VERSION} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
