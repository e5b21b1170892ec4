// PostgreSQL refuses to run as root. As root it runs in a user namespace, which leaves root as the owner of the files;
// where that is forbidden (some containers), as `nobody` with root's capability to access any file.
import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { enginePaths, findLoader } from './locations.js';

const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
const NOBODY_ID = 65534;
const AS_NOBODY = [
  'setpriv',
  `--reuid=${NOBODY_ID}`,
  `--regid=${NOBODY_ID}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup', // access(2) would ignore the capability otherwise
];

type Identity = 'user' | 'namespace' | 'nobody';
let identity: Identity | undefined;

function engineIdentity(): Identity {
  if (process.getuid?.() !== 0) identity ??= 'user';
  identity ??= spawnSync(NAMESPACE[0]!, [...NAMESPACE.slice(1), 'true']).status === 0 ? 'namespace' : 'nobody';
  return identity;
}

/** Returns the command that runs an engine program as an ordinary user, and sends it SIGINT when this process dies. */
export function engineCommand(program: string, args: string[]): [string, string[]] {
  const paths = enginePaths();
  const prefix = { user: [], namespace: NAMESPACE, nobody: AS_NOBODY }[engineIdentity()];
  const setup = ['setpriv', '--pdeathsig', 'INT', 'env', '-u', 'LC_ALL', 'LANG=C'];
  const run = [findLoader(paths), '--library-path', paths.libraries, program, ...args];
  const [command = '', ...rest] = [...prefix, ...setup, ...run];
  return [command, rest];
}

export function chownToEngine(folder: string): void {
  if (engineIdentity() !== 'nobody') return;
  chownSync(folder, NOBODY_ID, NOBODY_ID);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), NOBODY_ID, NOBODY_ID);
  }
}
