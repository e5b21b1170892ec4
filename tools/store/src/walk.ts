// `npm run walk`: every link and every control of every page is tried, besides the looks that `npm test` has too.
import { longRun } from './checks/long-run.js';

await longRun('walk', 'walk', { WHOLE_WALK: '1' });
