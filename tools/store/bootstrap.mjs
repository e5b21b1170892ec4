// Needs no packages: installs them, compiles the tools and runs a command of `src/main.ts`.
import { spawn } from 'node:child_process';
import module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { requireSupportedNode } from '../../packages/build-kit/node.mjs';
import { arePackagesCurrent, replacePackages } from './packages.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @type {import('node:child_process').ChildProcess | null} */
let child = null;
/** @param {NodeJS.Signals} signal */
const interrupt = (signal) => {
  if (child?.pid) process.kill(-child.pid, signal); // the process group: npm and the compiler start others
  process.exit(130);
};

/**
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
async function step(title, command, args, cwd = ROOT) {
  const startedAt = performance.now();
  const output = await new Promise((resolve) => {
    const running = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
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
if (!arePackagesCurrent(ROOT)) {
  const npm = process.env['npm_execpath']; // the npm that runs this command, if one does
  // What npm has stored is not requested again: the lock file has its hash.
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await replacePackages(ROOT, (folder) =>
    npm ? step('npm packages', process.execPath, [npm, ...args], folder) : step('npm packages', 'npm', args, folder),
  );
}
// `npm test` and `npm run build` check the types.
const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
await step('tools', process.execPath, [compiler, '-b', '--checkers', '1', '--noCheck', 'tools/store']);
for (const signal of signals) process.off(signal, interrupt);
module.enableCompileCache(path.join(ROOT, 'node_modules/.cache/node'));
await import(new URL('./dist/main.js', import.meta.url).href);
