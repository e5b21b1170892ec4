// `npm run rollback -- order [1.1.0]`: back to the release that ran before, or to a certain one, without a failed request.
import { ServiceReleases } from './replace/service-releases.js';
import { aService, theRunningStore, wordsAfter } from './replace/running.js';
import { explain, say, step } from './report.js';

try {
  const [name, wanted] = wordsAfter('rollback-service');
  const service = aService(name);
  const store = theRunningStore();
  const releases = new ServiceReleases(store.paths.releases, service);
  const version = wanted ?? releases.previous();
  const lines = await step(`${service} ${version ?? 'as the checkout has it'}`, () => store.roll(service, version === undefined ? null : releases.find(version)));
  releases.note('rolled back', version);
  for (const line of lines) say(line);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
