import { spawnSync } from 'node:child_process';
import { runChild } from './child.js';

/** Starts a server that outlives its parent, as a failed test does, and prints its process id. */
const LEAVES_A_SERVER = `
  const server = require('node:child_process').spawn('sleep', ['600'], { stdio: 'ignore' });
  server.unref();
  console.log(server.pid);`;
const isRunning = (pid: string): boolean => spawnSync('ps', ['-o', 'stat=', '-p', pid]).stdout.toString().trim() !== '';

it('leaves no process of a command behind', async () => {
  const { code, output } = await runChild(process.execPath, ['-e', LEAVES_A_SERVER]);
  expect([code, output.trim()]).toEqual([0, expect.stringMatching(/^\d+$/)]);
  for (let attempt = 0; attempt < 100 && isRunning(output.trim()); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isRunning(output.trim())).toBe(false);
});

it('ends the whole command when it is aborted', async () => {
  const stopping = new AbortController();
  let server = '';
  const run = runChild(process.execPath, ['-e', `${LEAVES_A_SERVER}; setInterval(() => {}, 1000);`], {
    signal: stopping.signal,
    onLine: (line) => {
      server = line;
      stopping.abort(new Error('stopped'));
    },
  });
  await expect(run).rejects.toThrow('stopped');
  for (let attempt = 0; attempt < 100 && isRunning(server); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isRunning(server)).toBe(false);
});
