import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { findProgram, installPackages, unpackPackage } from '@rangavalli/database/engine/apt';
import type { GrantedAccess } from '@rangavalli/service-kit/nats/permissions';
import { type NatsLogin, natsServerConfig } from '@rangavalli/service-kit/nats/server-config';
import { cacheFolder, type DataPaths } from '../paths.js';
import { type Secrets, type Slot, userNameIn } from '../setup/secrets.js';

const exec = promisify(execFile);
const MINIMUM = [2, 9] as const;
const RELOAD_TIMEOUT_MS = 10_000;
const RELOAD_POLL_MS = 25;

export type NatsChoice =
  | { kind: 'external'; url: string; why: string }
  | { kind: 'program'; program: string; why: string };

export function findNatsServer(): string | null {
  const unpacked = path.join(cacheFolder('nats'), 'usr/sbin/nats-server');
  return findProgram('nats-server') ?? (existsSync(unpacked) ? unpacked : null);
}

export async function provisionNats(
  url: string | undefined,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<NatsChoice> {
  if (url) return { kind: 'external', url, why: 'NATS_URL' };
  const present = findNatsServer();
  if (present) return { kind: 'program', program: await requireMinimumVersion(present), why: present };
  if (findProgram('apt-get')) {
    log('installing nats-server with apt');
    try {
      await installPackages(['nats-server'], signal);
    } catch {
      // Without root; the Refusal below covers both failures.
      await unpackPackage('nats-server', cacheFolder('nats')).catch(() => undefined);
    }
    const program = findNatsServer();
    if (program) return { kind: 'program', program: await requireMinimumVersion(program), why: 'installed with apt' };
  }
  throw new Refusal(`The store needs NATS, which is not installed. Do one of the following:
  - as root, or with sudo: apt-get install nats-server
  - put nats-server (${MINIMUM.join('.')} or newer, from nats.io) on the PATH
  - NATS_URL=nats://host:4222 npm start   for a running server with JetStream`);
}

/**
 * Contains the passwords, because the server reads its configuration again on SIGHUP, but not its environment, and
 * JetStream, which a reload would switch off where it comes from the command line.
 * @param granted by default the access in this checkout
 * @returns whether the configuration has changed
 */
export function writeNatsConfig(
  { natsConfig: file, natsData }: Pick<DataPaths, 'natsConfig' | 'natsData'>,
  { nats, natsSlot, natsPrevious }: Secrets,
  granted?: GrantedAccess,
): boolean {
  const loginsIn = (slot: Slot, passwords: Secrets['nats']): NatsLogin[] =>
    natsUsers.map((user) => ({ of: user, name: userNameIn(user, slot), password: JSON.stringify(passwords[user]) }));
  const previous = natsPrevious ? loginsIn(natsPrevious.slot, natsPrevious.passwords) : [];
  const users = natsServerConfig([...loginsIn(natsSlot, nats), ...previous], granted);
  const content = `jetstream { store_dir: ${JSON.stringify(natsData)} }\n${users}`;
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  const coming = `${file}.new`;
  rmSync(coming, { force: true }); // a present file keeps its mode
  writeFileSync(coming, content, { mode: 0o600 });
  renameSync(coming, file);
  return true;
}

export interface NatsServer {
  reload: () => void;
  /** Address of its monitoring port. */
  monitor: string;
}

/**
 * Writes the configuration and makes a running server load it.
 * @throws Refusal when the server does not accept it; the earlier one is restored then
 */
export async function applyNatsConfig(
  paths: Pick<DataPaths, 'natsConfig' | 'natsData'>,
  secrets: Secrets,
  granted: GrantedAccess | undefined,
  server: NatsServer | undefined,
): Promise<void> {
  const before = existsSync(paths.natsConfig) ? readFileSync(paths.natsConfig) : undefined;
  if (!writeNatsConfig(paths, secrets, granted) || !server) return;
  try {
    await reloadNats(server);
  } catch (error) {
    if (before) writeFileSync(paths.natsConfig, before);
    throw error;
  }
}

async function reloadNats({ reload, monitor }: NatsServer): Promise<void> {
  const loadTime = async (): Promise<unknown> =>
    ((await (await fetch(`${monitor}/varz`)).json()) as { config_load_time?: string }).config_load_time;
  const before = await loadTime();
  reload();
  for (const deadline = Date.now() + RELOAD_TIMEOUT_MS; (await loadTime()) === before; await sleep(RELOAD_POLL_MS))
    if (Date.now() > deadline) throw new Refusal('The NATS server did not accept its new permissions: see its log.');
}

async function requireMinimumVersion(program: string): Promise<string> {
  const { stdout } = await exec(program, ['-v']);
  const [, major = '0', minor = '0'] = /v(\d+)\.(\d+)/.exec(stdout) ?? [];
  const [minimumMajor, minimumMinor] = MINIMUM;
  if (Number(major) > minimumMajor || (Number(major) === minimumMajor && Number(minor) >= minimumMinor)) return program;
  throw new Refusal(
    `${program} is version ${major}.${minor}; install ${MINIMUM.join('.')} or newer, or set NATS_URL to such a server.`,
  );
}
