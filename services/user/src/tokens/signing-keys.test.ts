import { randomBytes } from 'node:crypto';
import { testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import { startTestUserService, type TestUserService } from '../testing/test-user-service.js';
import { SigningKeys } from './signing-keys.js';

const running: TestUserService[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

const uri = new URL(testMongoUri());
uri.pathname = `/test_signing_keys_${randomBytes(6).toString('hex')}`;

/** Starts the service on the same database each time, as a restart does. */
async function start(env: NodeJS.ProcessEnv = {}): Promise<SigningKeys> {
  const service = await startTestUserService({ MONGODB_URI: uri.href, ...env });
  running.push(service);
  return service.app.get(SigningKeys);
}
const idsOf = async (keys: SigningKeys): Promise<string[]> => (await keys.published()).map(({ kid }) => kid);

it('a start after a rotation publishes another key, signs with the present one meanwhile, and does so once', async () => {
  const [present] = await idsOf(await start());
  const SIGNING_KEYS_SINCE = new Date().toISOString();
  const keys = await start({ SIGNING_KEYS_SINCE });
  const rotated = await idsOf(keys);
  expect(rotated).toEqual([expect.not.stringContaining(present ?? ''), present]);
  expect((await keys.current()).kid).toBe(present);
  expect(await idsOf(await start({ SIGNING_KEYS_SINCE }))).toEqual(rotated);
}, 60_000);
