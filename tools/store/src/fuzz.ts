// `npm run fuzz`: thousands of hostile cases for every documented call. FUZZ_CASES a call and role; FUZZ_SEED repeats a run.
import { longRun } from './checks/long-run.js';

const seed = String(Date.now() % 2 ** 31);
await longRun('fuzz', 'fuzz', { FUZZ_CASES: '100', FUZZ_SEED: seed });
