// `npm run rollback -- order [1.1.0]`: back to the release that was live before, or to a certain one, without a failed request.
// A remote's release goes live in the release store; a service's replaces the running processes.
import { parseArgs } from 'node:util';
import { rollback } from '@rangavalli/release/rollback';
import { configuredStore } from '@rangavalli/release/store/location';
import { REMOTES, SERVICES } from './processes.js';
import { ServiceReleases } from './replace/service-releases.js';
import { theRunningStore, wordsAfter } from './replace/running.js';
import { explain, Refusal, say, step } from './report.js';

type ServiceName = (typeof SERVICES)[number];
const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T =>
  names.some((known) => known === name);

try {
  const { positionals, values } = parseArgs({
    args: wordsAfter('rollback'),
    options: { force: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [slice, version] = positionals;
  if (isOneOf(REMOTES, slice)) await rollback(configuredStore(), slice, { version, force: values.force });
  else if (isOneOf(SERVICES, slice)) await rollbackService(slice, version);
  else
    throw new Refusal(`usage: npm run rollback -- <slice> [version]\nSlices: ${[...SERVICES, ...REMOTES].join(', ')}`);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}

async function rollbackService(service: ServiceName, wanted: string | undefined): Promise<void> {
  const store = theRunningStore();
  const releases = new ServiceReleases(store.paths.releases, service);
  const version = wanted ?? releases.previous();
  const lines = await step(`${service} ${version ?? 'as the checkout has it'}`, () =>
    store.roll(service, version === undefined ? null : releases.find(version)),
  );
  releases.note('rolled back', version);
  for (const line of lines) say(line);
}
