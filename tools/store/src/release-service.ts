// `npm run release -w services/order [-- --version 1.2.0]`: builds a service, keeps the build in the release store, and
// replaces the running processes by it, one after the other.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceReleases } from './replace/service-releases.js';
import { aService, theRunningStore, wordsAfter } from './replace/running.js';
import { explain, say, step } from './report.js';
import { compile } from './setup/types.js';

try {
  const { positionals, values } = parseArgs({ args: wordsAfter('release-service'), options: { version: { type: 'string' } }, allowPositionals: true });
  const service = aService(positionals[0]);
  const store = theRunningStore();
  const releases = new ServiceReleases(store.paths.releases, service);
  const version = values.version ?? releases.nextVersion();
  await step(`${service} built`, () => compile(undefined, [path.join('services', service)]));
  const release = await step(`kept as ${version}`, () => Promise.resolve(releases.keep(version)));
  const lines = await step('running processes replaced', () => store.roll(service, release));
  releases.note('released', version);
  for (const line of lines) say(line);
  say(`${service} ${version} is live. Back: npm run rollback -- ${service}`);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
