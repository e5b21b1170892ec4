// PostgreSQL refuses to run as root. As root it runs in a user namespace, where root is seen as an ordinary
// user and files stay root's outside; where the machine forbids that (some containers), as `nobody`, who keeps
// root's right to read and write any file so that the data may lie anywhere.
import { spawnSync } from 'node:child_process';
import { chownRecursive } from './files.js';
import { enginePaths, loaderOf } from './locations.js';

const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
const NOBODY = 65534;
const AS_NOBODY = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup', // access(2) would forget that right otherwise
];

type Identity = 'user' | 'namespace' | 'nobody';
let identity: Identity | undefined;

function whoRuns(): Identity {
  if (process.getuid?.() !== 0) identity ??= 'user';
  identity ??= spawnSync(NAMESPACE[0] ?? '', [...NAMESPACE.slice(1), 'true']).status === 0 ? 'namespace' : 'nobody';
  return identity;
}

/**
 * Command line that runs a program of the engine as an ordinary user. The program gets SIGINT (a fast and clean
 * stop for PostgreSQL) when this process dies, however it dies.
 */
export function engineCommand(program: string, args: string[]): [string, string[]] {
  const paths = enginePaths();
  const prefix = { user: [], namespace: NAMESPACE, nobody: AS_NOBODY }[whoRuns()];
  const [command = '', ...rest] = [
    ...prefix,
    'setpriv',
    '--pdeathsig',
    'INT',
    'env',
    '-u',
    'LC_ALL',
    'LANG=C',
    loaderOf(paths),
    '--library-path',
    paths.libraries,
    program,
    ...args,
  ];
  return [command, rest];
}

/** Gives a folder to the user that PostgreSQL will run as, who must own its data. */
export function handOver(folder: string): void {
  if (whoRuns() === 'nobody') chownRecursive(folder, NOBODY);
}
