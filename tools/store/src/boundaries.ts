// `npm run lint`: fails where a slice imports another one.
import { findBreaches } from './checks/boundaries.js';
import { ROOT } from './paths.js';
import { say } from './report.js';

const breaches = findBreaches(ROOT);
for (const { file, line, text } of breaches) say(`${file}:${line} ${text}`);
say(
  breaches.length === 0
    ? 'no slice imports another'
    : `${breaches.length} imports from one slice into another: move what they share to packages/`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
