// `npm start`
import { explain, say } from './report.js';
import { runStore } from './store.js';
import { stopWithParent } from './setup/stop-with-parent.js';

const INTERRUPTED = 130;
const stopping = new AbortController();
let ready = false;
const stop = (): void => stopping.abort(new Error('stopped'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
stopWithParent(stop);

try {
  await runStore(stopping);
  ready = true;
} catch (error) {
  if (stopping.signal.aborted) say('stopped');
  else explain(error);
}
process.exit(ready ? 0 : stopping.signal.aborted ? INTERRUPTED : 1);
