// `npm run roll -- order`: the processes of a service anew, one after the other, while the store goes on.
import { aService, theRunningStore, wordsAfter } from './replace/running.js';
import { explain, say, step } from './report.js';

try {
  const service = aService(wordsAfter('roll')[0]);
  const store = theRunningStore();
  const lines = await step(`${service} anew`, () => store.roll(service));
  for (const line of lines) say(line);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
