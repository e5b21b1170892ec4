import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataPaths, ROOT } from '@rangavalli/store/paths';
import { freePorts } from '@rangavalli/store/setup/ports';
import { writeJson } from '@rangavalli/store/setup/json-file';

export interface StartFigures {
  /** From the start of the process to the first page, s. */
  firstPage: number;
  /** To the line that says that the store is ready, s. */
  ready: number;
  /** What it said of its steps. */
  steps: string[];
}

const POLL_MS = 25;

/** `npm start` on new data (without the opening stock, whose pictures are woven for minutes), and a second time on the same. */
export async function measureStarts(
  folder: string,
  signal: AbortSignal,
): Promise<{ cold: StartFigures; second: StartFigures }> {
  const data = path.join(folder, 'starts');
  mkdirSync(data, { recursive: true });
  writeJson(dataPaths(data).seeded, { at: new Date().toISOString() });
  const cold = await start(data, signal);
  return { cold, second: await start(data, signal) };
}

async function start(data: string, signal: AbortSignal): Promise<StartFigures> {
  const { port } = await freePorts(['port']);
  const env = { ...process.env, PORT: String(port), DATA_DIR: data, RELEASE_STORE: path.join(data, 'releases') };
  const begun = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, 'tools/store/bootstrap.mjs'), 'start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let said = '';
  const ready = new Promise<number>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/^ready /m.test(said)) resolve((performance.now() - begun) / 1_000);
    });
  });
  try {
    const firstPage = await page(`http://127.0.0.1:${port}/`, signal, () => child.exitCode !== null);
    const seconds = (firstPage - begun) / 1_000;
    return {
      firstPage: seconds,
      ready: await Promise.race([ready, ended.then(() => Number.NaN)]),
      steps: said.split('\n').filter((line) => line.startsWith('✓')),
    };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** When the home page came for the first time, on the clock of `performance.now()`. */
async function page(url: string, signal: AbortSignal, isOver: () => boolean): Promise<number> {
  for (;;) {
    signal.throwIfAborted();
    if (isOver()) throw new Error('the store did not start');
    const good = await fetch(url, { headers: { accept: 'text/html' } }).then(
      async (answer) => answer.ok && (await answer.text()).includes('</html>'),
      () => false,
    );
    if (good) return performance.now();
    await sleep(POLL_MS);
  }
}
