import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataPaths, ROOT } from '@rangavalli/store/paths';
import { writeJson } from '@rangavalli/store/setup/json-file';
import { freePorts } from '@rangavalli/store/setup/ports';

/** Seconds since the process started. */
export interface StartFigures {
  firstPage: number;
  ready: number;
  steps: string[];
}

const POLL_INTERVAL_MS = 25;

export async function measureStarts(
  folder: string,
  signal: AbortSignal,
): Promise<{ cold: StartFigures; second: StartFigures }> {
  const data = path.join(folder, 'starts');
  mkdirSync(data, { recursive: true });
  writeJson(dataPaths(data).seeded, { at: new Date().toISOString() });
  const cold = await measureStart(data, signal);
  return { cold, second: await measureStart(data, signal) };
}

async function measureStart(data: string, signal: AbortSignal): Promise<StartFigures> {
  const { port } = await freePorts(['port']);
  const env = { ...process.env, PORT: String(port), DATA_DIR: data, RELEASE_STORE: path.join(data, 'releases') };
  const startedAt = performance.now();
  const secondsSinceStart = (): number => (performance.now() - startedAt) / 1_000;
  const child = spawn(process.execPath, [path.join(ROOT, 'tools/store/bootstrap.mjs'), 'start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let output = '';
  const ready = new Promise<number>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/^ready /m.test(output)) resolve(secondsSinceStart());
    });
  });
  try {
    while (!(await hasHomePage(port))) {
      signal.throwIfAborted();
      if (child.exitCode !== null) throw new Error('the store did not start');
      await sleep(POLL_INTERVAL_MS);
    }
    return {
      firstPage: secondsSinceStart(),
      ready: await Promise.race([ready, closed.then(() => Number.NaN)]),
      steps: output.split('\n').filter((line) => line.startsWith('✓')),
    };
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
}

const hasHomePage = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } }).then(
    async (response) => response.ok && (await response.text()).includes('</html>'),
    () => false,
  );
