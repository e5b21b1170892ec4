import { jetstreamManager } from '@nats-io/jetstream';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { startUserBench, type UserBench } from '../testing/user-bench.js';

let shop: UserBench;
let admin: Identity;
let meera: Identity;
beforeAll(async () => {
  shop = await startUserBench();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  admin = { ...(await shop.shopper('Shop Admin')), role: 'admin' };
  meera = await shop.shopper();
});

const give = (id: string, role: 'user' | 'admin', as = admin) =>
  shop.call('PUT /users/admin/{id}/role', { params: { id }, body: { role } }, as);

test('an admin makes an admin, and it is told who did it, once', async () => {
  const before = await shop.published('audit.recorded');
  const answers = await Promise.all(Array.from({ length: 5 }, () => give(meera.id, 'admin')));
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { success: true, user: { _id: meera.id, role: 'admin' } } });
  expect(JSON.stringify(answers)).not.toContain('argon2');
  await eventually(async () => expect(await shop.published('audit.recorded')).toBe(before + 1));
  const manager = await jetstreamManager(shop.nats);
  const message = await manager.streams.getMessage('EVENTS', { last_by_subj: 'audit.recorded' });
  expect(message?.json<{ data: object }>().data).toMatchObject({
    actor: { id: admin.id, name: 'Shop Admin', role: 'admin', email: admin.email },
    action: 'user.role',
    subject: 'user',
    subjectId: meera.id,
    label: 'Meera Nair',
    changes: [{ field: 'role', from: 'user', to: 'admin' }],
  });
  expect((await give(meera.id, 'user')).body.user.role).toBe('user');
});

test('nobody changes their own role, nobody’s is unknown, and a customer changes none', async () => {
  expect(await give(admin.id, 'user')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await give('65a1b2c3d4e5f60718293a4b', 'admin')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await give(admin.id, 'admin', meera)).toMatchObject({ status: 403 });
  expect(await give(meera.id, 'owner' as never)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});
