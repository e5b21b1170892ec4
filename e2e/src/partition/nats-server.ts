import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findArchiveUrl, isDebian } from '@rangavalli/database/engine/apt';
import { cacheFolder } from '@rangavalli/store/paths';
import { findNatsServer } from '@rangavalli/store/provision/nats';

const exec = promisify(execFile);

/**
 * After partitions, a stream's leader of 2.9.10, which Debian 12 has, was seen to acknowledge nothing any more ("has
 * high message lag"). The deployment runs 2.12.
 */
const MINIMUM_VERSION = { major: 2, minor: 10 };
const NEWER_DEBIAN = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Returns a nats-server that is fit for a cluster, from Debian's next release if need be. @throws Error without one */
export async function provideNatsServer(): Promise<string> {
  const installed = findNatsServer();
  if (installed && (await isNewEnough(installed))) return installed;
  const folder = cacheFolder('nats-cluster');
  const program = path.join(folder, 'usr/sbin/nats-server');
  if (!existsSync(program)) await unpackNewerPackage(folder);
  return program;
}

async function isNewEnough(program: string): Promise<boolean> {
  const { stdout } = await exec(program, ['-v']);
  const [, major = 0, minor = 0] = (/v(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  return major > MINIMUM_VERSION.major || (major === MINIMUM_VERSION.major && minor >= MINIMUM_VERSION.minor);
}

/** Leaves the package lists of the machine as they are. */
async function unpackNewerPackage(folder: string): Promise<void> {
  if (!isDebian()) throw new Error(`nats-server ${MINIMUM_VERSION.major}.${MINIMUM_VERSION.minor} or newer`);
  for (const part of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(folder, part), { recursive: true });
  const sources = path.join(folder, 'sources.list');
  writeFileSync(sources, `deb [signed-by=${KEYRING}] ${await findArchiveUrl()} ${NEWER_DEBIAN} main\n`);
  const own = {
    'Dir::Etc::SourceList': sources,
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': path.join(folder, 'lists'),
    'Dir::Cache': path.join(folder, 'cache'),
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await exec('apt-get', [...options, 'update']);
  await exec('apt-get', [...options, 'download', 'nats-server'], { cwd: folder });
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (!file) throw new Error('nats-server was not downloaded');
  await exec('dpkg-deb', ['-x', path.join(folder, file), folder]);
}
