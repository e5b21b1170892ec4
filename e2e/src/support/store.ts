import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Run {
  address: string;
  api: string;
  /** Lists the store's emails; ends with a slash. */
  mail: string;
  /** Path of the supervisor's Unix socket. */
  control: string;
  processes: Record<
    string,
    {
      pid: number;
      state: string;
      address?: string;
      /** Probes and documentation. */ internal?: string;
      restarts: number;
    }
  >;
}

interface Credentials {
  email: string;
  password: string;
}

const resolveFile = (variable: string, fallback: string): string =>
  process.env[variable] ?? new URL(fallback, import.meta.url).pathname;

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Returns the path of `run.json`; its folder is the store's DATA_DIR. */
export const runFile = (): string => resolveFile('RUN_JSON', '../../../.data/run.json');

/** Reads `run.json` each time: process ids change when a process restarts. */
export const run = (): Run => readJson(runFile()) as Run;

export const accounts = () =>
  readJson(resolveFile('ACCOUNTS_JSON', '../../../.data/accounts.json')) as {
    admin: Credentials;
    shopper: Credentials;
  };

export function addressOf(name: string): string {
  const address = run().processes[name]?.address;
  if (!address) throw new Error(`${name} has no address in run.json`);
  return address;
}

/** Returns where a process at the edge serves its probes, metrics and documentation. */
export function internalAddressOf(name: string): string {
  const address = run().processes[name]?.internal;
  if (!address) throw new Error(`${name} has no internal address in run.json`);
  return address;
}

function sendSignal(name: string, signal: NodeJS.Signals): void {
  const pid = run().processes[name]?.pid;
  if (!pid) throw new Error(`${name} is not running`);
  process.kill(pid, signal);
}

/** Kills a process, as a power cut would. The supervisor restarts it. */
export const kill = (name: string): void => sendSignal(name, 'SIGKILL');
/** Suspends a process: its connections stay open and get no responses. */
export const suspend = (name: string): void => sendSignal(name, 'SIGSTOP');
export const resume = (name: string): void => sendSignal(name, 'SIGCONT');

/** Sends a POST. Throws with the response's text unless it succeeded. */
export async function post(url: string, body?: object): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** Calls the supervisor's control API. Throws with the response's text unless it succeeded. */
async function callControl(path: string, body: object = {}): Promise<void> {
  const { status, reply } = await new Promise<{ status: number; reply: string }>((resolve, reject) => {
    request({ socketPath: run().control, method: 'POST', path, headers: { host: 'supervisor' } }, (response) => {
      text(response).then((reply) => resolve({ status: response.statusCode ?? 500, reply }), reject);
    })
      .once('error', reject)
      .end(JSON.stringify(body));
  });
  if (status >= 400) throw new Error(`${path}: ${status} ${reply}`);
}

export const control = (name: string, action: 'stop' | 'start' | 'restart'): Promise<void> =>
  callControl(`/processes/${name}/${action}`);

/** Sets a service's number of processes; resolves when all are ready. */
export const scale = (name: string, to: number): Promise<void> => callControl(`/services/${name}/scale`, { to });
/** Restarts a service's processes one after the other, never with fewer than before. @param release another version */
export const restartRolling = (name: string, release?: string): Promise<void> =>
  callControl(`/services/${name}/roll`, release === undefined ? {} : { release });

/** Repeats a check until it passes; throws its last error after `timeoutMs`. */
export async function eventually<T>(check: () => Promise<T> | T, timeoutMs = 20_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
}
