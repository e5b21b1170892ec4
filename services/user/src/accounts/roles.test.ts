import { jetstreamManager } from '@nats-io/jetstream';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { startTestUserService, type TestUserService } from '../testing/test-user-service.js';

let service: TestUserService;
let admin: Identity;
let customer: Identity;
beforeAll(async () => {
  service = await startTestUserService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  admin = { ...(await service.addCustomer('Shop Admin')), role: 'admin' };
  customer = await service.addCustomer();
});

const setRole = (id: string, role: 'user' | 'admin', as = admin) =>
  service.call('PUT /users/admin/{id}/role', { params: { id }, body: { role } }, as);

test('an admin can set roles, and each change is audited once', async () => {
  const before = await service.publishedCount('audit.recorded');
  const responses = await Promise.all(Array.from({ length: 5 }, () => setRole(customer.id, 'admin')));
  for (const response of responses)
    expect(response).toMatchObject({ status: 200, body: { success: true, user: { _id: customer.id, role: 'admin' } } });
  expect(JSON.stringify(responses)).not.toContain('argon2');
  await eventually(async () => expect(await service.publishedCount('audit.recorded')).toBe(before + 1));
  const manager = await jetstreamManager(service.nats);
  const message = await manager.streams.getMessage('EVENTS', { last_by_subj: 'audit.recorded' });
  expect(message?.json<{ data: object }>().data).toMatchObject({
    actor: { id: admin.id, name: 'Shop Admin', role: 'admin', email: admin.email },
    action: 'user.role',
    subject: 'user',
    subjectId: customer.id,
    label: 'Meera Nair',
    changes: [{ field: 'role', from: 'user', to: 'admin' }],
  });
  expect((await setRole(customer.id, 'user')).body.user.role).toBe('user');
});

test('rejects changes of the own role, of unknown accounts, by customers, and to unknown roles', async () => {
  expect(await setRole(admin.id, 'user')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await setRole('65a1b2c3d4e5f60718293a4b', 'admin')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
  expect(await setRole(admin.id, 'admin', customer)).toMatchObject({ status: 403 });
  expect(await setRole(customer.id, 'owner' as never)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED' },
  });
});
