// Builds and checks the remote in the current folder and makes it live: in a checkout that has only the remote and its
// tools. `npm run release` (tools/store) also waits until a running store serves it.
import { parseArgs } from 'node:util';
import { workspaceAt } from '@rangavalli/build-kit/workspaces';
import { explain, Refusal } from '@rangavalli/build-kit/command/report';
import { promote, release } from '../release.js';
import { configuredStore } from '../store/location.js';

const USAGE = `usage, in the folder of a remote: release.js [--version 1.4.0] [--canary <percent>] [--if-changed]
       release.js --promote`;

try {
  const { values } = parseArgs({
    options: {
      version: { type: 'string' },
      canary: { type: 'string' },
      promote: { type: 'boolean' },
      'if-changed': { type: 'boolean' },
    },
  });
  const share = values.canary === undefined ? undefined : Number(values.canary);
  if (share !== undefined && !(share > 0 && share < 100))
    throw new Refusal(`--canary ${values.canary}: a number over 0 and under 100 is needed.\n${USAGE}`);
  if (values.promote && (values.version !== undefined || share !== undefined)) throw new Refusal(USAGE);
  const store = configuredStore();
  await (values.promote
    ? promote(store, workspaceAt(process.cwd()).name)
    : release(store, process.cwd(), { version: values.version, canary: share, ifChanged: values['if-changed'] }));
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
