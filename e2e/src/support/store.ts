import { readFileSync } from 'node:fs';

/** What `<DATA_DIR>/run.json` says of the running store. */
export interface Run {
  address: string;
  api: string;
  control: string;
  processes: Record<string, { pid: number; state: string; address?: string; restarts: number }>;
}

interface Account {
  email: string;
  password: string;
}

const fileFrom = (variable: string, otherwise: string): string =>
  process.env[variable] ?? new URL(otherwise, import.meta.url).pathname;

/** The running store's `run.json`; its folder is the store's DATA_DIR. */
export const runFile = (): string => fileFrom('RUN_JSON', '../../../.data/run.json');

/** The running store as it is now: pids change when a process is restarted. */
export const run = (): Run => JSON.parse(readFileSync(runFile(), 'utf8')) as Run;

/** The two generated accounts. */
export const accounts = (): { admin: Account; shopper: Account } =>
  JSON.parse(readFileSync(fileFrom('ACCOUNTS_JSON', '../../../.data/accounts.json'), 'utf8')) as {
    admin: Account;
    shopper: Account;
  };

/** The address of one of the store's processes. */
export function addressOf(name: string): string {
  const address = run().processes[name]?.address;
  if (!address) throw new Error(`${name} has no address in run.json`);
  return address;
}

const signal = (name: string, what: NodeJS.Signals): void => {
  const pid = run().processes[name]?.pid;
  if (!pid) throw new Error(`${name} is not running`);
  process.kill(pid, what);
};

/** Ends a process as a power cut would. The supervisor starts it again. */
export const kill = (name: string): void => signal(name, 'SIGKILL');

/** Lets a process stand still, as a machine without breath does: its connections stay open and nothing answers. */
export const freeze = (name: string): void => signal(name, 'SIGSTOP');
/** Lets it go on. */
export const thaw = (name: string): void => signal(name, 'SIGCONT');

/** Asks the supervisor to stop, start or restart a process. */
export async function control(name: string, what: 'stop' | 'start' | 'restart'): Promise<void> {
  const answer = await fetch(`${run().control}/processes/${name}/${what}`, { method: 'POST' });
  if (!answer.ok) throw new Error(`${what} ${name}: ${answer.status} ${await answer.text()}`);
}

async function service(name: string, what: 'scale' | 'roll', body: object): Promise<void> {
  const answer = await fetch(`${run().control}/services/${name}/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${what} ${name}: ${answer.status} ${await answer.text()}`);
}

/** Makes a service so many processes; resolves when all are ready. */
export const scale = (name: string, to: number): Promise<void> => service(name, 'scale', { to });
/** Starts the processes of a service anew, one after the other, never with fewer than before. */
export const roll = (name: string): Promise<void> => service(name, 'roll', {});

/** Waits until something holds, or fails with the last error. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 20_000): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
}
