// `npm run release -w services/order [-- --version 1.2.0]`: builds a service, keeps the build in the release store, and
// replaces the running processes by it, one after the other. One that a live neighbour would not understand is refused.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { breaks } from '@rangavalli/release/contract/breaks';
import { contractOf } from '@rangavalli/release/contract/contract-of';
import { liveContracts } from '@rangavalli/release/contract/live-contracts';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { configuredStore } from '@rangavalli/release/store/location';
import { programs } from './processes.js';
import { ServiceReleases } from './replace/service-releases.js';
import { aService, theRunningStore, wordsAfter } from './replace/running.js';
import { explain, Refusal, say, step } from './report.js';
import { Inputs } from './setup/inputs.js';
import { buildPrograms, stalePrograms } from './setup/programs.js';
import { compile } from './setup/types.js';

try {
  const { positionals, values } = parseArgs({
    args: wordsAfter('release-service'),
    options: { version: { type: 'string' } },
    allowPositionals: true,
  });
  const service = aService(positionals[0]);
  const store = theRunningStore();
  const releases = new ServiceReleases(store.paths.releases, service);
  const version = values.version ?? releases.nextVersion();
  await step(`${service} built`, async () => {
    await compile(undefined, [path.join('services', service), 'packages/build-kit']);
    await buildPrograms(stalePrograms(new Inputs(), [programs[service]]));
  });
  const contract = await step('fits its neighbours', () => fitting(service, version, store.paths.releases));
  const release = await step(`kept as ${version}`, () => Promise.resolve(releases.keep(version, contract)));
  const lines = await step('running processes replaced', () => store.roll(service, release));
  releases.note('released', version);
  for (const line of lines) say(line);
  say(`${service} ${version} is live. Back: npm run rollback -- ${service}`);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}

/** The contract of what is about to be released. Throws a Refusal with every reason why it may not stand beside what is live. */
async function fitting(service: string, version: string, store: string): Promise<SliceContract> {
  const contract = await contractOf(service, version);
  const services = liveContracts(store);
  // Remotes' releases may lie in a bucket, and there what was started with them.
  const others = (await configuredStore().liveContracts()).filter(
    ({ slice }) => !services.some((known) => known.slice === slice),
  );
  const found = breaks(contract, [...services, ...others]);
  if (found.length === 0) return contract;
  throw new Refusal(
    [
      `${service} ${version} may not go live:`,
      ...found.map(({ neighbour, about, reason }) => `  ${neighbour}: ${about} ${reason}`),
    ].join('\n'),
  );
}
