// The running store, asked for something by a command.
import { z } from 'zod';
import { SERVICES } from '../processes.js';
import { dataPaths, type DataPaths } from '../paths.js';
import { Refusal } from '../report.js';
import { readSettings } from '../settings.js';
import { runningStore } from '../supervisor/run-file.js';
import type { Release } from '../supervisor/replicas.js';

/** What a service's processes look like afterwards. */
const answered = z.record(z.string(), z.object({ address: z.string(), state: z.string() }));

export interface RunningStore {
  paths: DataPaths;
  scale(service: string, to: number): Promise<string[]>;
  /** As `Replicas.roll`: anew, as another release, or (null) as the checkout's own code. */
  roll(service: string, release?: Release | null): Promise<string[]>;
}

/** The store that runs on DATA_DIR. Throws a Refusal when there is none, and later with what the store says when it can't. */
export function theRunningStore(): RunningStore {
  const paths = dataPaths(readSettings().DATA_DIR);
  const run = runningStore(paths.run);
  if (!run) throw new Refusal('No store is running here: run `npm start` in another terminal first.');
  const ask = async (where: string, body: object): Promise<string[]> => {
    const response = await fetch(`${run.control}/services/${where}`, { method: 'POST', body: JSON.stringify(body) });
    const told: unknown = await response.json();
    if (!response.ok) throw new Refusal((told as { message: string }).message);
    return Object.entries(answered.parse(told)).map(([name, { address, state }]) => `${name} ${state} ${address}`);
  };
  return {
    paths,
    scale: (service, to) => ask(`${service}/scale`, { to }),
    roll: (service, release) => ask(`${service}/roll`, release === undefined ? {} : { release }),
  };
}

/** The words after the command's name. */
export const wordsAfter = (command: string): string[] => process.argv.slice(process.argv.indexOf(command) + 1);

/** One of the services. Throws a Refusal that lists them. */
export function aService(name: string | undefined): (typeof SERVICES)[number] {
  const found = SERVICES.find((service) => service === name);
  if (!found) throw new Refusal(`Which service? One of: ${SERVICES.join(', ')}`);
  return found;
}
