// `npm run drill`: everything that can fail is made to fail under a load of whole checkouts, and then counted.
// DRILL_SECONDS of load each.
import { longRun } from './checks/long-run.js';

await longRun('drill', 'long-drills', {
  LONG_DRILLS: '1',
  // A checkout that nobody pays gives its pieces back, and money that nobody told of is found, while one can wait for it.
  HOLD_TTL_S: '20',
  RECONCILE_MS: '2000',
  RECONCILE_AFTER_MS: '5000',
});
