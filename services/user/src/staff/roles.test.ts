import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Role } from '@rangavalli/contracts/permissions';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { startTestUserService, type TestUserService } from '../testing/test-user-service.js';

let service: TestUserService;
let owner: Identity;
let customer: Identity;
beforeAll(async () => {
  service = await startTestUserService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.accounts.updateMany({ role: 'owner' }, { $set: { role: 'user' } });
  owner = await service.addStaff('owner');
  customer = await service.addCustomer();
});

const setRole = (id: string, role: Role, as = owner) =>
  service.call('PUT /users/admin/{id}/role', { params: { id }, body: { role } }, as);
const audited = async () => (await service.events('audit.user.recorded')).map(({ data }) => data);

test('an owner can set roles, and each change is audited once', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => setRole(customer.id, 'catalogue')));
  for (const response of responses)
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, user: { _id: customer.id, role: 'admin', staffRole: 'catalogue' } },
    });
  expect(JSON.stringify(responses)).not.toContain('argon2');
  const changes = async () =>
    (await audited()).filter(({ action, subjectId }) => action === 'user.role' && subjectId === customer.id);
  await eventually(async () =>
    expect(await changes()).toMatchObject([
      {
        actor: { id: owner.id, name: 'Asha Rao', role: 'owner', email: owner.email },
        subject: 'user',
        label: 'Meera Nair',
        changes: [{ field: 'role', from: 'user', to: 'catalogue' }],
      },
    ]),
  );
  expect((await setRole(customer.id, 'user')).body.user).toMatchObject({ role: 'user' });
});

test.each<Role>(['owner', 'manager', 'catalogue', 'fulfilment', 'support', 'accountant', 'user'])(
  'accepts the role %s',
  async (role) => {
    expect((await setRole(customer.id, role)).status).toBe(200);
    expect((await service.accounts.findById(customer.id).lean())?.role).toBe(role);
  },
);

test('rejects changes of the own role, of unknown accounts, by other staff, and to unknown roles', async () => {
  expect(await setRole(owner.id, 'user')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await setRole('65a1b2c3d4e5f60718293a4b', 'owner')).toMatchObject({ status: 404 });
  for (const role of ['user', 'manager', 'support'] as const)
    expect(await setRole(owner.id, 'user', { ...customer, role })).toMatchObject({ status: 403 });
  expect(await setRole(customer.id, 'admin' as never)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED' },
  });
});

test('a customer whose password is too short for staff gets no role until it is changed', async () => {
  const email = 'short@example.com';
  const body = { name: 'Ravi', email, password: 'tiny-raft-4' };
  await service.call('POST /users/register', { body });
  const ravi = await service.logIn(email, body.password);
  expect(await setRole(ravi.id, 'support')).toMatchObject({ status: 409, body: { code: 'STAFF_PASSWORD_NEEDED' } });
  expect((await service.accounts.findById(ravi.id).lean())?.role).toBe('user');
  const change = { currentPassword: body.password, newPassword: 'tiny-raft-42' };
  expect((await service.call('PUT /users/password', { body: change }, ravi)).status).toBe(200);
  expect((await setRole(ravi.id, 'support')).status).toBe(200);
});

test('an owner whose account will be deleted is no remaining owner', async () => {
  const leaving = await service.addStaff('owner');
  expect((await service.call('POST /users/account/deletion', {}, leaving)).status).toBe(200);
  expect(await setRole(owner.id, 'user', leaving)).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
  expect((await service.accounts.findById(owner.id).lean())?.role).toBe('owner');
});

test('needs a step-up', async () => {
  expect(await setRole(customer.id, 'support', { ...owner, elevatedUntil: Date.now() - 1 })).toMatchObject({
    status: 403,
    body: { code: 'STEP_UP_REQUIRED' },
  });
});

test('a demoted owner cannot promote an accomplice or demote the owner with the old token', async () => {
  const demoted = await service.addStaff('owner', 'Mallory');
  expect((await setRole(demoted.id, 'user')).status).toBe(200);
  expect(await setRole(customer.id, 'owner', demoted)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await setRole(owner.id, 'user', demoted)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
});

test('a new role ends all sessions, is published to the gateways and announced', async () => {
  const manager = await service.addStaff('manager');
  await service.accounts.updateOne({ _id: manager.id }, { $set: { emailVerifiedAt: new Date() } });
  const check = () =>
    service.app.get(Commands).request('rpc.user.session.check', { userId: manager.id, sessionId: manager.sessionId });
  expect(await check()).toMatchObject({ isActive: true });
  await setRole(manager.id, 'support');
  expect(await check()).toEqual({ isActive: false });
  const revoked = async () => (await service.events('user.revoked')).map(({ data }) => data);
  await eventually(async () =>
    expect(await revoked()).toContainEqual({ userId: manager.id, sessionVersion: 1, reason: 'demoted' }),
  );
  await eventually(() =>
    expect(service.emailsTo(manager.email, 'role-changed')).toMatchObject([
      { data: { role: 'support', name: 'Asha Rao' } },
    ]),
  );
});

test('two owners who demote each other at the same time leave one', async () => {
  const other = await service.addStaff('owner');
  const responses = await Promise.all([setRole(other.id, 'user', owner), setRole(owner.id, 'user', other)]);
  expect(await service.accounts.countDocuments({ role: 'owner' })).toBeGreaterThanOrEqual(1);
  expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining([expect.any(Number)]));
});

test('lists the staff with their second factors', async () => {
  const { body } = await service.call('GET /users/admin/staff', {}, owner);
  expect(body.staff).toContainEqual(
    expect.objectContaining({
      _id: owner.id,
      staffRole: 'owner',
      hasSecondFactor: false,
      lastLoginAt: expect.any(String),
    }),
  );
  expect(body.staff.map(({ _id }) => _id)).not.toContain(customer.id);
});

test('lists the newest 500 members of staff at most', async () => {
  const { _id: _own, email: _email, ...account } = (await service.accounts.findById(owner.id).lean()) ?? {};
  const emails = Array.from({ length: 501 }, (_none, index) => `staff-${index}@many.example`);
  await service.accounts.insertMany(
    emails.map((email, index) => ({ ...account, email, role: 'support', createdAt: new Date(Date.now() + index) })),
  );
  try {
    const { staff } = (await service.call('GET /users/admin/staff', {}, owner)).body;
    expect(staff.map(({ email }) => email)).toEqual(emails.toReversed().slice(0, 500));
  } finally {
    await service.accounts.deleteMany({ email: /@many\.example$/ });
  }
});

test('support can log out a customer everywhere, but no staff', async () => {
  const support = await service.addStaff('support');
  const end = (id: string, as: Identity) => service.call('DELETE /users/admin/{id}/sessions', { params: { id } }, as);
  expect((await end(customer.id, support)).status).toBe(200);
  const { body } = await service.call('GET /users/sessions', {}, customer);
  expect(body.sessions).toEqual([]);
  expect(await end(owner.id, support)).toMatchObject({ status: 403 });
  expect((await end(support.id, owner)).status).toBe(200);
  const simultaneous = await Promise.all(Array.from({ length: 12 }, () => end(customer.id, owner)));
  expect(simultaneous.map(({ status }) => status)).toEqual(Array(12).fill(200));
});

describe('removing the second factor of somebody who has lost it', () => {
  const totp = { secret: 'sealed', confirmedAt: new Date(), lastStep: 0 };
  const recoveryCodes = { salt: 'salt', hashes: ['hash'], createdAt: new Date() };
  const passkeys = [{ id: 'x', publicKey: 'key', counter: 0, transports: [], name: 'Phone', createdAt: new Date() }];
  const addFactors = ({ id, email }: Identity) =>
    service.accounts.updateOne(
      { _id: id },
      { $set: { totp, recoveryCodes, passkeys: passkeys.map((one) => ({ ...one, id: email })) } },
    );
  const remove = (id: string, as: Identity) =>
    service.call('DELETE /users/admin/{id}/second-factor', { params: { id } }, as);
  const shownFactor = async ({ id }: Identity) =>
    (await service.call('GET /users/admin/customers/{id}', { params: { id } }, owner)).body.customer.hasSecondFactor;

  it('is possible for support, once, logs out everywhere, and is audited and announced', async () => {
    const support = await service.addStaff('support');
    await addFactors(customer);
    expect(await shownFactor(customer)).toBe(true);
    expect((await remove(customer.id, support)).status).toBe(200);
    expect((await remove(customer.id, support)).status).toBe(200);
    expect(await shownFactor(customer)).toBeUndefined();
    const left = await service.accounts.findById(customer.id).lean();
    for (const field of ['totp', 'passkeys', 'recoveryCodes']) expect(left).not.toHaveProperty(field);
    expect((await service.call('GET /users/sessions', {}, customer)).body.sessions).toEqual([]);
    expect(await service.logIn(customer.email)).toMatchObject({ id: customer.id });
    const removals = async () =>
      (await audited()).filter(
        ({ action, subjectId }) => action === 'security.second_factor_removed' && subjectId === customer.id,
      );
    await eventually(async () => expect(await removals()).toMatchObject([{ actor: { id: support.id } }]));
    const revoked = async () => (await service.events('user.revoked')).map(({ data }) => data);
    await eventually(async () =>
      expect(await revoked()).toContainEqual({ userId: customer.id, sessionVersion: 1, reason: 'logged_out' }),
    );
    await eventually(() =>
      expect(service.emailsTo(customer.email, 'second-factor-changed')).toMatchObject([
        { data: { change: 'removed' } },
      ]),
    );
  });

  it('is for owners alone where it belongs to staff, for others than themselves, with the role that they have now', async () => {
    const [manager, support] = [await service.addStaff('manager'), await service.addStaff('support')];
    for (const person of [owner, support]) await addFactors(person);
    for (const [id, as] of [
      [owner.id, manager],
      [support.id, manager],
      [owner.id, owner],
      [customer.id, await service.addCustomer()],
    ] as const)
      expect(await remove(id, as)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const demoted = await service.addStaff('owner');
    expect((await setRole(demoted.id, 'support')).status).toBe(200);
    expect(await remove(owner.id, demoted)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await remove(support.id, { ...owner, elevatedUntil: 0 })).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    });
    expect(await remove('65a1b2c3d4e5f60718293a4b', owner)).toMatchObject({ status: 404 });
    expect(await shownFactor(owner)).toBe(true);
    expect((await remove(support.id, owner)).status).toBe(200);
    expect(await shownFactor(support)).toBeUndefined();
  });
});
