import { CONFIG } from '@rangavalli/service-kit/tokens';
import { Browser } from '../testing/browser.js';
import { password, startTestUserService, type TestUserService } from '../testing/test-user-service.js';
import type { UserConfig } from '../user.config.js';

let instances: [TestUserService, TestUserService];
beforeAll(async () => {
  const first = await startTestUserService({ RATE_LIMIT: 'on' });
  const { MONGODB_URI, NATS_URL } = first.app.get<UserConfig>(CONFIG);
  instances = [first, await startTestUserService({ RATE_LIMIT: 'on', MONGODB_URI, NATS_URL })];
});
afterAll(async () => {
  for (const instance of instances.toReversed()) await instance.stop();
});

test('wrong passwords at two instances are counted together', async () => {
  const { email } = await instances[0].addCustomer();
  const browsers = instances.map((instance) => {
    const browser = new Browser(instance);
    browser.network = { network: '198.51.100.1' };
    return browser;
  });
  const codes = [];
  for (let turn = 0; turn < 4; turn += 1)
    for (const browser of browsers) codes.push((await browser.logIn(email, 'wrong horse')).body.code);
  expect(codes).toEqual([
    ...Array<string>(5).fill('INVALID_CREDENTIALS'),
    ...Array<string>(3).fill('CHALLENGE_REQUIRED'),
  ]);
});

test('wrong proofs at two instances are counted together', async () => {
  const customer = await instances[0].addCustomer();
  const stepUp = (instance: TestUserService, proof: string) =>
    instance.call('POST /users/step-up', { body: { password: proof } }, customer);
  for (let turn = 0; turn < 5; turn += 1)
    for (const instance of instances) expect((await stepUp(instance, 'wrong horse')).body.code).toBe('WRONG_PASSWORD');
  for (const instance of instances) expect((await stepUp(instance, password)).status).toBe(429);
});
