// `npm run scale -- order 2`: so many processes of a service of the running store (or of the gateway, each at a port of its own).
import { theRunningStore, wordsAfter } from './replace/running.js';
import { explain, Refusal, say } from './report.js';

try {
  const [name, to] = wordsAfter('scale');
  if (!name || !to) throw new Refusal('npm run scale -- order 2');
  for (const line of await theRunningStore().scale(name, Number(to))) say(line);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
