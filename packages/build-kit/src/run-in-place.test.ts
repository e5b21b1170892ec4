import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process that runs `script` in its place, and its first line of output: the script's. */
async function start(script: string): Promise<{ outer: ChildProcess; line: string }> {
  const kit = new URL('../dist/run-in-place.js', import.meta.url).href;
  const main = `const { runInPlace } = await import(${JSON.stringify(kit)}); process.exitCode = await runInPlace(process.execPath, ['-e', ${JSON.stringify(script)}], process.env);`;
  const outer = spawn(process.execPath, ['--input-type=module', '-e', main], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(outer.stdout), 'line')) as [string];
  return { outer, line };
}
const ended = async (outer: ChildProcess) =>
  outer.exitCode === null ? ((await once(outer, 'exit')) as [number | null])[0] : outer.exitCode;
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('ends with the exit code of the program', async () => {
  const { outer } = await start('console.log(process.pid); process.exitCode = 7');
  expect(await ended(outer)).toBe(7);
});

it('leaves no program behind when it is ended itself', async () => {
  const { outer, line } = await start('setInterval(() => {}, 1000); console.log(process.pid)');
  expect(isRunning(Number(line))).toBe(true);
  outer.kill('SIGTERM');
  expect(await ended(outer)).toBe(128 + 15);
  expect(isRunning(Number(line))).toBe(false);
});

it('lets the program end in its own way', async () => {
  const { outer } = await start(
    "process.once('SIGINT', () => process.exit(3)); setInterval(() => {}, 1000); console.log(process.pid)",
  );
  outer.kill('SIGINT');
  expect(await ended(outer)).toBe(3);
});
