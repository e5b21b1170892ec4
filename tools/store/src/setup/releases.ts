import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, step } from '@rangavalli/build-kit/command/report';
import { isBucket } from '@rangavalli/build-kit/serve/bucket';
import { publicReleaseKeysIn } from '@rangavalli/build-kit/serve/release-signature';
import { keysElsewhere } from '@rangavalli/release/store/keys';
import { type DataPaths, ROOT } from '../paths.js';
import { PROCESS_SLICES, programs, SERVICES } from '../processes.js';
import { FRONTENDS, SourceHashes, stampOfFrontend, stampOfProgram } from './build.js';

const SOURCES = [
  'packages/contracts',
  'tools/release/src',
  'gateway/package.json',
  ...SERVICES.map((name) => `services/${name}/package.json`),
];

/** @param folder DATA_DIR */
export const releaseKeyFile = (folder: string): string => path.join(folder, 'release-keys.json');

/** Returns RELEASE_PUBLIC_KEYS for the shell. */
export const releasePublicKeysOf = ({ dataDir }: Pick<DataPaths, 'dataDir'>): string =>
  keysElsewhere('RELEASE_PUBLIC_KEYS') ?? publicReleaseKeysIn(releaseKeyFile(dataDir));

type ReleasePaths = Pick<DataPaths, 'releases' | 'remoteReleases' | 'adopted'>;

/**
 * Makes new builds live, unless checkout and release store are in the state whose hash is in `adopted`.
 * @param withPrograms also those of services, gateway and shell, which are not bundled in development
 */
export async function adoptBuilds(
  { releases, remoteReleases, adopted }: ReleasePaths,
  { withPrograms = true, signal }: { withPrograms?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const keys = releaseKeyFile(path.dirname(adopted));
  const readState = (): string | undefined => hashOfReleases(remoteReleases, { keys, withPrograms });
  await step('releases', async (note) => {
    if (existsSync(adopted) && readFileSync(adopted, 'utf8') === readState()) return note('unchanged');
    const program = path.join(ROOT, 'tools/release/dist/bin/adopt.js');
    const env = {
      ...process.env,
      RELEASE_SIGNING_KEY: keysElsewhere('RELEASE_SIGNING_KEY') ?? '',
      RELEASE_STORE: remoteReleases,
      RELEASE_KEY_FILE: keys,
      PROGRAM_STORE: withPrograms ? releases : undefined,
    };
    const { code, output } = await runChild(process.execPath, [program], { cwd: ROOT, env, signal });
    if (code !== 0) throw new Refusal(`Adding the builds to the release store ${remoteReleases} failed:\n${output}`);
    const state = readState();
    if (state) writeFileSync(adopted, state);
    const released = output.trim().split('\n').filter(Boolean);
    note(released.length > 0 ? `live now: ${released.join(', ')}` : 'unchanged');
  });
}

/** Returns undefined for a bucket, which others change too. */
export function hashOfReleases(
  releases: string,
  { keys, withPrograms = true }: { keys?: string; withPrograms?: boolean } = {},
): string | undefined {
  if (isBucket(releases)) return undefined;
  const slices = statSync(releases, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(releases, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  const files = [
    ...FRONTENDS.flatMap((slice) => [stampOfFrontend(slice), path.join(ROOT, slice, 'dist/client/release.json')]),
    ...(withPrograms ? PROCESS_SLICES.map((slice) => stampOfProgram(programs[slice])) : []),
    ...slices.map(({ name }) => path.join(releases, name, 'live.json')),
    ...(keys ? [keys] : []),
  ];
  const state = [
    new SourceHashes().of(SOURCES),
    releases,
    // With it and the file `keys`: releases are signed again when the key was replaced.
    keysElsewhere('RELEASE_SIGNING_KEY') ?? '',
    slices.map(({ name }) => [name, readdirSync(path.join(releases, name)).toSorted()]),
    files.map((file) => [file, existsSync(file) ? readFileSync(file, 'utf8') : '']),
  ];
  return createHash('sha256').update(JSON.stringify(state)).digest('hex');
}
