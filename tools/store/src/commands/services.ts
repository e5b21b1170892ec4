import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { NATS_OPERATOR } from '@rangavalli/contracts/nats-access';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import { findDatabaseUri } from '../backup/databases.js';
import { dataPaths, ROOT } from '../paths.js';
import { PROCESS_SLICES } from '../processes.js';
import { readSettings } from '../settings.js';
import { compile } from '../setup/build.js';
import { natsLogin, secretsOf } from '../setup/secrets.js';
import { callControl } from '../supervisor/control-client.js';
import { type RunFile, runningStore } from '../supervisor/run-file.js';

export function requireRunningStore(): RunFile {
  const run = runningStore(dataPaths(readSettings().DATA_DIR).run);
  if (!run) throw new Refusal('No store is running here: run `npm start` in another terminal first.');
  return run;
}

/** Changes the processes of a service, of the gateway or of the shell, and prints them. */
export async function changeProcesses({ control }: RunFile, target: string, body: object = {}): Promise<void> {
  const processes = (await callControl(control, 'POST', `/services/${target}`, body)) as RunFile['processes'];
  for (const [name, { address, state }] of Object.entries(processes)) print(`${name} ${state} ${address}`);
}

export async function scaleCommand([name, to]: string[]): Promise<void> {
  if (!name || !to) throw new Refusal('usage: npm run scale -- order 2');
  await changeProcesses(requireRunningStore(), `${name}/scale`, { to: Number(to) });
}

export async function rollCommand([name]: string[]): Promise<void> {
  if (!PROCESS_SLICES.some((slice) => slice === name)) throw new Refusal(`Which? One of: ${PROCESS_SLICES.join(', ')}`);
  const store = requireRunningStore();
  await step(`restart ${name}`, () => changeProcesses(store, `${name}/roll`));
}

export async function deadLettersCommand(args: string[]): Promise<number> {
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  const url = settings.NATS_URL ?? runningStore(paths.run)?.processes['nats']?.address;
  if (!url) throw new Refusal('No store is running here: start it, or set NATS_URL.');
  const given = process.env[passwordVariable(NATS_OPERATOR)];
  const external = given && { user: NATS_OPERATOR, password: given };
  const login = settings.NATS_URL ? external : natsLogin(secretsOf(paths), NATS_OPERATOR);
  const program = path.join(ROOT, 'packages/service-kit/dist/dead-letters/cli.js');
  const env = {
    ...process.env,
    NATS_URL: url,
    ...(login ? { NATS_USER: login.user, NATS_PASSWORD: login.password } : {}),
  };
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit', env }).status ?? 1;
}

/** `npm run sales -- check|rebuild`: the store runs, or MONGODB_URI names its database. */
export async function salesCommand(args: string[]): Promise<number> {
  const settings = readSettings();
  const MONGODB_URI = findDatabaseUri('order', settings, dataPaths(settings.DATA_DIR));
  await step('types', () => compile({ projects: ['services/order'], checkTypes: false }));
  const program = path.join(ROOT, 'services/order/dist/reporting/sales-cli.js');
  return (
    spawnSync(process.execPath, [program, ...args], { stdio: 'inherit', env: { ...process.env, MONGODB_URI } })
      .status ?? 1
  );
}
