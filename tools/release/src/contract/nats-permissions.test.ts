import { natsAccess } from '@rangavalli/contracts/nats-access';
import { natsServerConfig } from '@rangavalli/service-kit/nats/server-config';
import { contractFor } from '../testing/releases.js';
import { contractOf, processSlices } from './contract-of.js';
import { unpermittedSubjects } from './nats-permissions.js';

test.each(processSlices)('%s of this checkout fits the permissions of this checkout', async (slice) => {
  expect(unpermittedSubjects(natsServerConfig(), await contractOf(slice, '1.0.0'))).toEqual([]);
});

test('what a server does not permit is named, also for a user that it does not have', () => {
  const { order } = natsAccess;
  const next = {
    ...contractFor('order', '1.1.0'),
    nats: { ...order, publishes: [...order.publishes, 'user.registered' as const], consumes: [], serves: [] },
  };
  expect(unpermittedSubjects(natsServerConfig(), next)).toEqual(['publish user.registered']);
  const subscribing = { ...next, nats: { ...order, serves: ['rpc.user.session.check' as const] } };
  expect(unpermittedSubjects(natsServerConfig(), subscribing)).toEqual(['subscribe rpc.user.session.check']);
  expect(unpermittedSubjects('', next)).toContain('publish order.placed');
});
