// Run by `npm start` after the build; prints what became live.
import { explain } from '@rangavalli/build-kit/command/report';
import { adoptAll } from '../adopt.js';
import { configuredStore } from '../store/location.js';

try {
  for (const line of await adoptAll(configuredStore())) console.log(line);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
