import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type NatsUser, natsUsers } from '@rangavalli/contracts/nats-access';
import { findProgram, installPackages } from '@rangavalli/database/engine/apt';
import { natsServerConfig, passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import { Refusal } from '../report.js';

const exec = promisify(execFile);
/** JetStream as the store uses it. */
const OLDEST = [2, 9];

/** Where the events go: a server that runs already, or a program to start one. */
export type NatsChoice =
  | { kind: 'external'; url: string; why: string }
  | { kind: 'program'; program: string; why: string };

/**
 * NATS_URL; else `nats-server` on the PATH; else Debian's package by apt. Throws a Refusal with the three ways.
 * `log` gets a line when something is fetched.
 */
export async function provisionNats(
  url: string | undefined,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<NatsChoice> {
  if (url) return { kind: 'external', url, why: 'NATS_URL' };
  const cached = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'rangavalli/nats');
  const unpacked = path.join(cached, 'usr/sbin/nats-server');
  const present = findProgram('nats-server') ?? (existsSync(unpacked) ? unpacked : null);
  if (present) return { kind: 'program', program: await recentEnough(present), why: `${present} on this machine` };
  if (findProgram('apt-get')) {
    log('nats-server from this machine’s package archive');
    try {
      await installPackages(['nats-server'], signal);
    } catch {
      await unpackPackage(cached).catch(() => undefined); // without root; the message below covers both
    }
    const program = findProgram('nats-server') ?? (existsSync(unpacked) ? unpacked : null);
    if (program) return { kind: 'program', program: await recentEnough(program), why: 'installed by apt' };
  }
  throw new Refusal(`The store needs NATS and there is none here. One of:
  - as root, or with sudo: apt-get install nats-server
  - put nats-server (${OLDEST.join('.')} or newer, from nats.io) on the PATH
  - NATS_URL=nats://host:4222 npm start   for a server with JetStream that runs already`);
}

/** Writes nats-server's users, as this release wants them. The file holds no secret: those are in `passwordsFor`. */
export function writeNatsConfig(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, natsServerConfig());
}

/** The environment in which nats-server finds its users' passwords. */
export const passwordsFor = (passwords: Record<NatsUser, string>): Record<string, string> =>
  Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), passwords[user]]));

async function recentEnough(program: string): Promise<string> {
  const { stdout } = await exec(program, ['-v']);
  const [, major = '0', minor = '0'] = /v(\d+)\.(\d+)/.exec(stdout) ?? [];
  const [wantedMajor = 0, wantedMinor = 0] = OLDEST;
  if (Number(major) > wantedMajor || (Number(major) === wantedMajor && Number(minor) >= wantedMinor)) return program;
  throw new Refusal(
    `${program} is version ${major}.${minor}; the store needs ${OLDEST.join('.')} or newer, or NATS_URL of such a server.`,
  );
}

/** Fetches Debian's package and unpacks it into the cache; needs no root where the package lists are there. */
async function unpackPackage(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await exec('apt-get', ['download', 'nats-server'], { cwd: folder });
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (file) await exec('dpkg-deb', ['-x', path.join(folder, file), folder]);
}
