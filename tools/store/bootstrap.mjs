// Needs no packages: installs them, compiles the tools and runs a command of `src/main.ts`.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { requireSupportedNode } from '../../packages/build-kit/node.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @type {import('node:child_process').ChildProcess | null} */
let child = null;
/** @param {NodeJS.Signals} signal */
const interrupt = (signal) => {
  if (child?.pid) process.kill(-child.pid, signal); // the process group: npm and the compiler start others
  process.exit(130);
};

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
const lockedPackages = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages;

/** Returns whether node_modules matches package-lock.json; npm writes its own lock file last. */
function arePackagesCurrent() {
  if (!existsSync(path.join(ROOT, 'node_modules/.package-lock.json'))) return false;
  const installed = lockedPackages('node_modules/.package-lock.json');
  return Object.entries(lockedPackages('package-lock.json'))
    .filter(([name]) => name.includes('node_modules/'))
    .every(([name, { version, link, optional, devOptional }]) => {
      if (link) return existsSync(path.join(ROOT, name));
      const found = installed[name];
      return found ? found.version === version : Boolean(optional || devOptional); // for another platform
    });
}

/**
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 */
async function step(title, command, args) {
  const startedAt = performance.now();
  const output = await new Promise((resolve) => {
    const running = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    child = running;
    let text = '';
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (text += chunk));
    running.on('error', (error) => resolve(error.message));
    running.on('close', (code) => resolve(code === 0 ? null : text || `exit code ${code}`));
  });
  child = null;
  const line = `${title} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  if (output === null) return console.log(`✓ ${line}`);
  console.error(`✗ ${line}\n${output}`);
  process.exit(1);
}

await requireSupportedNode();
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM']);
for (const signal of signals) process.on(signal, interrupt);
process.chdir(ROOT);
if (!arePackagesCurrent()) {
  const npm = process.env['npm_execpath']; // the npm that runs this command, if one does
  // What npm has stored is not requested again: the lock file has its hash.
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await (npm ? step('npm packages', process.execPath, [npm, ...args]) : step('npm packages', 'npm', args));
}
// `npm test` and `npm run build` check the types.
const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
await step('tools', process.execPath, [compiler, '-b', '--checkers', '1', '--noCheck', 'tools/store']);
for (const signal of signals) process.off(signal, interrupt);
module.enableCompileCache(path.join(ROOT, 'node_modules/.cache/node'));
await import(new URL('./dist/main.js', import.meta.url).href);
