import type { StaffRole } from '@rangavalli/contracts/permissions';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { TestAuthenticator } from '../testing/authenticator.js';
import { password, startTestUserService, type TestUserService, tokenOf } from '../testing/test-user-service.js';

let service: TestUserService;
let owner: Identity;
let people = 0;
let email: string;
beforeAll(async () => {
  service = await startTestUserService({ RATE_LIMIT: 'on' });
  owner = await service.addStaff('owner');
});
afterAll(() => service.stop());
beforeEach(() => {
  people += 1;
  email = `colleague${people}@example.com`;
});

const staffPassword = 'a long enough one 7';
const invite = (role: StaffRole = 'support', as = owner) =>
  service.call('POST /users/admin/invitations', { body: { email, role } }, as);
const tokenSent = (to = email) => tokenOf(service.emailsTo(to, 'staff-invitation').at(-1));
const accept = (body: { token: string; name?: string; password: string }) =>
  service.call('POST /users/invitations/accept', { body });
const withdraw = (id: string) => service.call('DELETE /users/admin/invitations/{id}', { params: { id } }, owner);

test('an invited person without an account gets one with the role, once', async () => {
  expect(await invite()).toMatchObject({ status: 201, body: { invitation: { email, role: 'support' } } });
  const token = tokenSent();
  expect((await service.call('POST /users/invitations/view', { body: { token } })).body).toMatchObject({
    email,
    role: 'support',
    hasAccount: false,
  });
  expect(await accept({ token, password: staffPassword })).toMatchObject({
    status: 400,
    body: { details: { fields: { name: 'This field is required.' } } },
  });
  expect(await accept({ token, name: 'Ravi', password: 'only ten 10' })).toMatchObject({
    status: 400,
    body: { details: { fields: { password: 'at least 12 characters' } } },
  });
  expect((await accept({ token, name: 'Ravi', password: staffPassword })).status).toBe(200);
  expect(await accept({ token, name: 'Ravi', password: staffPassword })).toMatchObject({
    status: 410,
    body: { code: 'EMAIL_LINK_INVALID' },
  });
  expect(await service.logIn(email, staffPassword)).toMatchObject({ role: 'support', emailVerified: true });
});

test('a customer accepts with the own password, and the sessions and the unconfirmed number end', async () => {
  const customer = await service.addCustomer();
  await service.accounts.updateOne({ _id: customer.id }, { $set: { email } });
  await service.call('PUT /users/profile', { body: { phone: '98480 66666' } }, customer);
  await invite('catalogue');
  const token = tokenSent();
  expect(await accept({ token, password: 'not the password' })).toMatchObject({
    status: 401,
    body: { code: 'INVALID_CREDENTIALS' },
  });
  expect((await accept({ token, password })).status).toBe(200);
  expect(await service.logIn(email)).toMatchObject({ id: customer.id, role: 'catalogue' });
  const revoked = async () => (await service.events('user.revoked')).map(({ data }) => data);
  await eventually(async () =>
    expect(await revoked()).toContainEqual({
      userId: customer.id,
      sessionVersion: 1,
      reason: 'promoted',
      isHandedOver: true,
    }),
  );
  expect(await service.accounts.findById(customer.id).lean()).not.toHaveProperty('phone');
});

test('a customer without a password accepts with a new one', async () => {
  const customer = await service.addCustomer();
  await service.accounts.updateOne({ _id: customer.id }, { $set: { email }, $unset: { passwordHash: 1 } });
  await invite('support');
  const token = tokenSent();
  expect((await service.call('POST /users/invitations/view', { body: { token } })).body).toMatchObject({
    hasAccount: true,
    hasPassword: false,
  });
  expect(await accept({ token, password: 'only ten 10' })).toMatchObject({
    status: 400,
    body: { details: { fields: { password: 'at least 12 characters' } } },
  });
  expect((await accept({ token, password: staffPassword })).status).toBe(200);
  expect(await service.logIn(email, staffPassword)).toMatchObject({ id: customer.id, role: 'support' });
});

test('the link ends with the rights of the person who sent it', async () => {
  const inviter = await service.addStaff('owner');
  await invite('support', inviter);
  const token = tokenSent();
  await service.accounts.updateOne({ _id: inviter.id }, { $set: { role: 'manager' } });
  const ended = { status: 410, body: { code: 'EMAIL_LINK_INVALID' } };
  expect(await accept({ token, name: 'Ravi', password: staffPassword })).toMatchObject(ended);
  expect(await service.call('POST /users/invitations/view', { body: { token } })).toMatchObject(ended);
  await service.accounts.updateOne({ _id: inviter.id }, { $set: { role: 'owner' } });
  expect((await accept({ token, name: 'Ravi', password: staffPassword })).status).toBe(200);
});

test('the link does not outlive a crash between closing it and giving the role', async () => {
  const customer = await service.addCustomer();
  await service.accounts.updateOne({ _id: customer.id }, { $set: { email } });
  await invite('manager');
  const token = tokenSent();
  const crash = () => {
    throw new Error('the process ended');
  };
  Object.assign(service.accounts, { findOneAndUpdate: crash });
  const crashed = await accept({ token, password }).finally(() =>
    Reflect.deleteProperty(service.accounts, 'findOneAndUpdate'),
  );
  expect(crashed.status).toBe(500);
  expect(await accept({ token, password })).toMatchObject({ status: 410, body: { code: 'EMAIL_LINK_INVALID' } });
  expect((await service.accounts.findById(customer.id).lean())?.role).toBe('user');
});

test('an invitation does not replace a role that was given meanwhile', async () => {
  const customer = await service.addCustomer();
  await service.accounts.updateOne({ _id: customer.id }, { $set: { email } });
  await invite('support');
  await service.accounts.updateOne({ _id: customer.id }, { $set: { role: 'manager' } });
  expect((await accept({ token: tokenSent(), password })).status).toBe(410);
  expect((await service.accounts.findById(customer.id).lean())?.role).toBe('manager');
});

test('accepting ends passkeys that were added before the address was confirmed', async () => {
  const customer = await service.addCustomer();
  const attacker = new TestAuthenticator();
  const { options } = (await service.call('POST /users/passkeys/options', {}, customer)).body;
  await service.call('POST /users/passkeys', { body: { name: 'x', passkey: attacker.register(options) } }, customer);
  await service.accounts.updateOne({ _id: customer.id }, { $set: { email } });
  await invite();
  expect((await accept({ token: tokenSent(), password })).status).toBe(200);
  const { options: login } = (await service.call('POST /users/login/passkey/options', {})).body;
  const body = { passkey: attacker.assert(login) };
  expect((await service.call('POST /users/login/passkey', { body })).body.code).toBe('PASSKEY_INVALID');
});

test('the link is valid for 72 hours and not after a withdrawal', async () => {
  const { body } = await invite();
  const validMs = Date.parse(body.invitation.expiresAt) - Date.now();
  expect(Math.round(validMs / 3_600_000)).toBe(72);
  expect((await withdraw(body.invitation.id)).status).toBe(200);
  expect(await withdraw(body.invitation.id)).toMatchObject({ status: 404, body: { code: 'INVITATION_NOT_FOUND' } });
  expect((await accept({ token: tokenSent(), name: 'Ravi', password: staffPassword })).body.code).toBe(
    'EMAIL_LINK_INVALID',
  );
});

test('inviting an address again replaces its invitation', async () => {
  await invite('support');
  const first = tokenSent();
  await invite('accountant');
  expect((await accept({ token: first, name: 'Ravi', password: staffPassword })).status).toBe(410);
  const open = (await service.call('GET /users/admin/staff', {}, owner)).body.invitations;
  expect(open.filter((invitation) => invitation.email === email)).toMatchObject([
    { role: 'accountant', invitedBy: { id: owner.id } },
  ]);
});

test('sends at most three emails an hour to one address, and none to staff', async () => {
  for (let time = 0; time < 3; time += 1) expect((await invite()).status).toBe(201);
  expect(await invite()).toMatchObject({ status: 429 });
  email = owner.email;
  expect(await invite()).toMatchObject({ status: 409, body: { code: 'ALREADY_STAFF' } });
});

test('only owners invite, after a step-up', async () => {
  const manager = await service.addStaff('manager');
  expect(await invite('support', manager)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await invite('support', { ...owner, elevatedUntil: 0 })).toMatchObject({
    status: 403,
    body: { code: 'STEP_UP_REQUIRED' },
  });
});

test('invitations and what becomes of them are audited, without the link', async () => {
  const { body } = await invite();
  await accept({ token: tokenSent(), name: 'Ravi', password: staffPassword });
  const entries = async () => (await service.events('audit.user.recorded')).map(({ data }) => data);
  await eventually(async () => {
    expect(await entries()).toContainEqual(
      expect.objectContaining({ action: 'invitation.created', subjectId: body.invitation.id, label: email }),
    );
    expect(await entries()).toContainEqual(expect.objectContaining({ action: 'staff.joined', label: 'Ravi' }));
  });
  expect(JSON.stringify(await entries())).not.toContain(tokenSent().split('.')[1]);
});
