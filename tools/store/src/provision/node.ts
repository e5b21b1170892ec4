import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** Of the line that the images run. */
const VERSION = '24.21.0';
/** npm packages that hold nothing but this Node, and what they must be. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};
const FETCH_MS = 90_000;

/** The Node that the store's processes run on. */
export interface NodeChoice {
  program: string;
  why: string;
}

/** This very Node: what everything but the store's processes runs on. */
export const ownNode = (why = 'this one'): NodeChoice => ({
  program: process.execPath,
  why: `${process.version}, ${why}`,
});

/**
 * `NODE_PROGRAM`; else this Node where it is of the images' line or newer; else one of that line, fetched once from npm's
 * registry into the user's cache: a checkout costs a seventh less CPU on it than on Node 20, for asynchronous code carries its
 * context for nothing there. Never fails: where it can't be had, this Node does as well.
 * @param log gets a line when something is fetched, or could not be
 */
export async function provisionNode(
  program: string | undefined,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<NodeChoice> {
  if (program) return { program, why: 'NODE_PROGRAM' };
  const platform = `${process.platform}-${process.arch}`;
  const integrity = PACKAGES[platform];
  if (integrity === undefined || major(process.versions.node) >= major(VERSION)) return ownNode();
  const cached = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'rangavalli/node', VERSION);
  const fetched = path.join(cached, 'node');
  try {
    if (!existsSync(fetched)) {
      log(`node ${VERSION} from npm's registry`);
      await fetchNode(`node-${platform}`, integrity, cached, signal);
    }
    // The build is for glibc: elsewhere it is there and does not start.
    await exec(fetched, ['--version'], { signal });
    return { program: fetched, why: `v${VERSION} of the images; this one is ${process.version}` };
  } catch (error) {
    signal?.throwIfAborted();
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    log(`node ${VERSION} could not be had: ${reason}`);
    return ownNode('as a newer one could not be had');
  }
}

const major = (version: string): number => Number(version.split('.')[0]);

/** Whole or not at all: several stores may start for the first time at once. */
async function fetchNode(name: string, integrity: string, target: string, signal?: AbortSignal): Promise<void> {
  mkdirSync(path.dirname(target), { recursive: true });
  const folder = mkdtempSync(`${target}-`);
  try {
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
    await exec(
      'npm',
      [
        'install',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        '--fetch-retries=1',
        '--prefix',
        folder,
        `${name}@${VERSION}`,
      ],
      { cwd: folder, env: process.env, signal, timeout: FETCH_MS },
    );
    const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>;
    };
    const found = packages[`node_modules/${name}`]?.integrity;
    if (found !== integrity) throw new Error(`${name}@${VERSION} is not the known one: ${found ?? 'no integrity'}`);
    const ready = path.join(folder, 'ready');
    mkdirSync(ready);
    for (const file of ['bin/node', 'LICENSE'])
      cpSync(path.join(folder, 'node_modules', name, file), path.join(ready, path.basename(file)));
    if (!existsSync(target)) renameSync(ready, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
