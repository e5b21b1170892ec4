// The first thing that runs in a fresh clone, before anything is installed: plain JavaScript on Node alone.
// `node tools/store/bootstrap.mjs <command> [...]` makes the packages and the tools ready, then runs the command.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMANDS = [
  'start',
  'test',
  'reset',
  'build',
  'dev',
  'lint',
  'dead-letters',
  'fuzz',
  'drill',
  'walk',
  'skew',
  'bench',
  'bench-scale',
  'bench-web',
  'backup',
  'restore',
  'scale',
  'roll',
  'release-service',
  'rollback',
];
const NODE_NEEDED = [20, 19];

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */

/** @type {import('node:child_process').ChildProcess | null} */
let child = null;
/** @param {NodeJS.Signals} signal */
const interrupt = (signal) => {
  if (child?.pid) process.kill(-child.pid, signal); // with all that npm or the compiler started
  process.exit(130);
};

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = NODE_NEEDED;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  fail(`Node ${NODE_NEEDED.join('.')} or newer is needed, this is ${process.versions.node}. See https://nodejs.org`);
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
const lockedPackages = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages;

/** True when node_modules holds what package-lock.json asks for: npm writes its own lock file last. */
function packagesAreCurrent() {
  if (!existsSync(path.join(ROOT, 'node_modules/.package-lock.json'))) return false;
  const wanted = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules/.package-lock.json');
  return Object.entries(wanted)
    .filter(([name]) => name.includes('node_modules/'))
    .every(([name, { version, link, optional, devOptional }]) => {
      if (link) return existsSync(path.join(ROOT, name)); // a workspace, which may be new
      const found = installed[name];
      return found ? found.version === version : Boolean(optional || devOptional); // for another platform
    });
}

/**
 * Runs a step and prints how long it took; what it prints is shown when it fails.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<void>}
 */
async function step(title, command, args) {
  const started = performance.now();
  const output = await new Promise((resolve) => {
    const running = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    child = running;
    let text = '';
    running.stdout.on('data', (chunk) => (text += chunk));
    running.stderr.on('data', (chunk) => (text += chunk));
    running.on('error', (error) => resolve(error.message));
    running.on('close', (code) => resolve(code === 0 ? null : text || `exit code ${code}`));
  });
  child = null;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (output !== null) fail(`✗ ${title} ${seconds} s\n${output}`);
  console.log(`✓ ${title} ${seconds} s`);
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  console.error(text);
  process.exit(1);
}

const [command = ''] = process.argv.slice(2);
if (!COMMANDS.includes(command)) fail(`usage: node tools/store/bootstrap.mjs ${COMMANDS.join('|')}`);
checkNode();
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
process.chdir(ROOT);
if (!packagesAreCurrent()) {
  const npm = process.env['npm_execpath']; // the npm that runs us, if one does
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await (npm ? step('npm packages', process.execPath, [npm, ...args]) : step('npm packages', 'npm', args));
}
await step('tools', process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'tools/store']);
process.off('SIGINT', interrupt);
process.off('SIGTERM', interrupt);
await import(new URL(`./dist/${command}.js`, import.meta.url).href);
