import { parseArgs } from 'node:util';
import { print, Refusal, step } from '@rangavalli/build-kit/command/report';
import { addReleaseKey } from '@rangavalli/build-kit/serve/release-signature';
import { services } from '@rangavalli/contracts/call';
import { keysElsewhere } from '@rangavalli/release/store/keys';
import { addBackupKey, backupKeyFile } from '../backup/backup-keys.js';
import { type DataPaths, dataPaths } from '../paths.js';
import { type Changing, type RotatedStore, rotations } from '../rotation/rotations.js';
import { readSettings, type StoreSettings } from '../settings.js';
import { claim } from '../setup/claim.js';
import { releaseKeyFile } from '../setup/releases.js';
import { saveSecrets, secretsOf } from '../setup/secrets.js';
import { callControl } from '../supervisor/control-client.js';
import { readRunFile, runningStore } from '../supervisor/run-file.js';

const isService = (name: Changing): boolean => services.some((service) => service === name);

/** Restarts every replica, such as `gateway` and `gateway-2`. */
const restartsOf = ({ run }: DataPaths, name: Changing): string[] =>
  Object.keys(readRunFile(run)?.processes ?? {})
    .filter((process) => new RegExp(`^${name}(-\\d+)?$`).test(process))
    .map((process) => `/processes/${process}/restart`);

function rotatedStore(paths: DataPaths, settings: StoreSettings): RotatedStore {
  const control = runningStore(paths.run)?.control;
  return {
    print,
    hasLivePayments: Boolean(settings.RAZORPAY_KEY_ID && settings.RAZORPAY_KEY_SECRET),
    hasLiveCouriers: Boolean(settings.SHIPROCKET_EMAIL ?? settings.DELHIVERY_TOKEN),
    hasOwnNats: Boolean(settings.NATS_URL),
    // Nothing to wait for in a store that does not run.
    ...(control ? {} : { overlapMs: 0 }),
    secrets: () => secretsOf(paths),
    apply: async (change, processes) => {
      saveSecrets(paths, { ...secretsOf(paths), ...change });
      if (!control) return;
      await callControl(control, 'POST', '/reload');
      for (const name of processes)
        for (const target of isService(name) ? [`/services/${name}/roll`] : restartsOf(paths, name))
          await step(`${name} started again`, () => callControl(control, 'POST', target, {}));
    },
  };
}

/** `npm run rotate -- internal|jwt|webhook|couriers|nats|database|shell|challenge|data|release|backup [--finish]` */
export async function rotateCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { finish: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  const endClaim = claim(
    paths.rotationLock,
    (pid) => new Refusal(`A rotation is in progress (process ${pid}). Repeat the command when it has ended.`),
  );
  try {
    await rotate(name, values.finish ?? false, settings, paths);
  } finally {
    endClaim();
  }
}

async function rotate(name: string, isFinish: boolean, settings: StoreSettings, paths: DataPaths): Promise<void> {
  if (name === 'backup') {
    const file = backupKeyFile(settings, paths);
    const count = addBackupKey(file);
    return print(`${file} has ${count} keys: the first encrypts from now on. Copy the file to another place.`);
  }
  if (name === 'release') {
    if (keysElsewhere('RELEASE_SIGNING_KEY'))
      throw new Refusal('RELEASE_SIGNING_KEY is replaced by hand: docs/operations.md, Replacing secrets, release.');
    addReleaseKey(releaseKeyFile(paths.dataDir));
    await rotatedStore(paths, settings).apply({}, ['shell']);
    return print('The next release is signed with another key; releases of the present one stay valid.');
  }
  const rotation = Object.hasOwn(rotations, name) ? rotations[name] : undefined;
  if (!rotation) {
    const known = [
      ...Object.entries(rotations).map(([key, { what }]) => `  ${key}: ${what}`),
      '  release: the key that signs releases of remotes',
      '  backup: the key of backups',
    ];
    throw new Refusal(['usage: npm run rotate -- <secret>', ...known].join('\n'));
  }
  const run = isFinish ? rotation.finish : rotation.begin;
  if (!run) throw new Refusal(`${name} needs no --finish: its rotation ends by itself.`);
  const { needs } = rotation;
  if (needs && runningStore(paths.run)?.processes[needs]?.state !== 'running')
    throw new Refusal(`The store's ${needs} process is not running. Start the store first: npm start`);
  await run(rotatedStore(paths, settings));
  print(isFinish ? `The previous value of ${name} is not accepted any more.` : `Replaced: ${rotation.what}`);
}
