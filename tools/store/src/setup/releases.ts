import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isBucket } from '@rangavalli/build-kit/serve/bucket';
import { SERVICES } from '../processes.js';
import { ROOT } from '../paths.js';
import { Refusal, step } from '../report.js';
import { runChild } from './child.js';
import { FRONTENDS, stampOf } from './frontends.js';
import { Inputs } from './inputs.js';

/** Besides frontends, whose stamps tell of them and of the contracts. */
const SOURCES = [
  'packages/contracts/src',
  'tools/release/src',
  'gateway/package.json',
  ...SERVICES.map((name) => `services/${name}/package.json`),
];

/**
 * What was built and never released becomes a release, and live: remotes are served from the release store alone.
 * @param noted file that tells what was done last; nothing is done again while checkout and release store are as they were then
 */
export async function adoptBuilds(releases: string, noted: string, signal?: AbortSignal): Promise<void> {
  await step('releases', async (note) => {
    if (existsSync(noted) && readFileSync(noted, 'utf8') === stateOf(releases)) return note('as they were');
    const program = path.join(ROOT, 'tools/release/dist/bin/adopt.js');
    const { code, output } = await runChild(process.execPath, [program], {
      cwd: ROOT,
      env: { ...process.env, RELEASE_STORE: releases },
      signal,
    });
    if (code !== 0) throw new Refusal(`What was built could not be put into the release store ${releases}:\n${output}`);
    const state = stateOf(releases);
    if (state) writeFileSync(noted, state);
    const released = output.trim().split('\n').filter(Boolean);
    note(released.length > 0 ? `live now: ${released.join(', ')}` : 'as they were');
  });
}

/** Tells the frontends that are built, the contracts, and which releases there are and live; undefined of a bucket, which others change too. */
export function stateOf(releases: string): string | undefined {
  if (isBucket(releases)) return undefined;
  const hash = createHash('sha256').update(new Inputs().hashOf(SOURCES)).update(releases);
  const builds = FRONTENDS.flatMap((slice) => [stampOf(slice), path.join(ROOT, slice, 'dist/client/release.json')]);
  const slices = statSync(releases, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(releases, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  for (const { name } of slices)
    hash
      .update(name)
      .update('\0')
      .update(readdirSync(path.join(releases, name)).toSorted().join('\0'));
  for (const file of [...builds, ...slices.map(({ name }) => path.join(releases, name, 'live.json'))])
    hash
      .update(file)
      .update('\0')
      .update(existsSync(file) ? readFileSync(file) : '')
      .update('\0');
  return hash.digest('hex');
}
