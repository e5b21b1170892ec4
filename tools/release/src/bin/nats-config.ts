// `npm run nats:config`: writes the permissions of NATS for containers and clusters. RELEASE_STORE, where it is set,
// adds the subjects of kept releases, which may run or be rolled back to; by default those of this checkout.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { explain } from '@rangavalli/build-kit/command/report';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { natsServerConfig } from '@rangavalli/service-kit/nats/server-config';
import { accessWithCheckout } from '../store/granted-access.js';
import { storeAt } from '../store/location.js';

const FILE = 'deploy/kubernetes/nats/users.conf';

try {
  const place = process.env['RELEASE_STORE'];
  const granted = place ? await accessWithCheckout(storeAt(place)) : undefined;
  writeFileSync(path.join(ROOT, FILE), natsServerConfig(undefined, granted));
  console.log(`written: ${FILE}, ${granted ? `with the releases of ${place}` : 'of this checkout only'}`);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
