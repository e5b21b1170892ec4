import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { startTestUserService, type TestUserService } from '../testing/test-user-service.js';

describe('customer groups', () => {
  let service: TestUserService;
  let manager: Identity;
  beforeAll(async () => {
    service = await startTestUserService();
    manager = await service.addStaff('manager');
  });
  afterAll(() => service.stop());

  const create = async (name: string, description?: string) =>
    (await service.call('POST /users/admin/groups', { body: { name, description } }, manager)).body.group;
  const add = (id: string, emails: string[]) =>
    service.call('POST /users/admin/groups/{id}/customers', { params: { id }, body: { emails } }, manager);
  const setGroups = (id: string, groups: string[]) =>
    service.call('PUT /users/admin/customers/{id}/groups', { params: { id }, body: { groups } }, manager);
  const membershipOf = (userId: string | undefined, groupIds: string[]) =>
    service.app.get(Commands).request('rpc.user.groups.get', { groupIds, ...(userId ? { userId } : {}) });

  it('are created with names of their own, changed, listed with their members, and deleted', async () => {
    const club = await create('Silk Club', 'Three silk sarees');
    expect(club).toMatchObject({ name: 'Silk Club', description: 'Three silk sarees', customers: 0 });
    const taken = await service.call('POST /users/admin/groups', { body: { name: 'SILK club' } }, manager);
    expect([taken.status, taken.body.code]).toEqual([409, 'GROUP_NAME_TAKEN']);
    const params = { id: club._id };
    const renamed = await service.call(
      'PUT /users/admin/groups/{id}',
      { params, body: { name: 'Pattu Club' } },
      manager,
    );
    expect(renamed.body.group).toEqual({ _id: club._id, name: 'Pattu Club', customers: 0, createdAt: club.createdAt });

    const meera = await service.addCustomer();
    await add(club._id, [meera.email]);
    expect((await service.call('GET /users/admin/groups', {}, manager)).body.groups).toMatchObject([
      { name: 'Pattu Club', customers: 1 },
    ]);
    expect((await service.call('DELETE /users/admin/groups/{id}', { params }, manager)).status).toBe(200);
    expect((await service.call('DELETE /users/admin/groups/{id}', { params }, manager)).body.code).toBe('NOT_FOUND');
    expect((await service.call('GET /users/admin/groups', {}, manager)).body.groups).toEqual([]);
    expect(await membershipOf(meera.id, [club._id])).toEqual({ groups: [] });
    // The name is free again.
    expect((await create('Pattu Club'))._id).not.toBe(club._id);
    await eventually(async () => {
      const actions = (await service.events('audit.user.recorded')).map(({ data }) => [data.action, data.label]);
      for (const entry of [
        ['user.group.created', 'Silk Club'],
        ['user.group.changed', 'Pattu Club'],
        ['user.groups', 'Meera Nair'],
        ['user.group.deleted', 'Pattu Club'],
      ])
        expect(actions).toContainEqual(entry);
    });
  });

  it('have the customers of a list of addresses, once, also when it is sent twice at the same time', async () => {
    const [asha, meera] = [await service.addCustomer('Asha'), await service.addCustomer('Meera')];
    const { _id: id } = await create('Wholesale');
    const emails = [asha.email.toUpperCase(), meera.email, 'nobody@example.com', meera.email];
    const responses = await Promise.all([add(id, emails), add(id, emails)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses.reduce((sum, { body }) => sum + body.added, 0)).toBe(2);
    expect(responses[0]?.body.unknown).toEqual(['nobody@example.com']);
    const { body } = await service.call('GET /users/admin/customers', { query: { group: id } }, manager);
    expect(body.customers.map(({ name, groups }) => [name, groups])).toEqual([
      ['Meera', [id]],
      ['Asha', [id]],
    ]);
    expect(await membershipOf(asha.id, [id])).toEqual({ groups: [{ groupId: id, name: 'Wholesale', isMember: true }] });
    expect(await membershipOf(undefined, [id])).toMatchObject({ groups: [{ isMember: false }] });
  });

  it('count their members up to the limit of a count, and list them by their index', async () => {
    const { _id: id } = await create('Festive');
    const member = { name: 'Festive', role: 'user', groups: [id], createdAt: new Date() };
    const emails = Array.from({ length: MAX_COUNT + 1 }, (_, index) => `festive${index}@example.com`);
    await service.accounts.collection.insertMany(emails.map((email) => ({ ...member, email })) as never);
    const { groups } = (await service.call('GET /users/admin/groups', {}, manager)).body;
    expect(groups.find(({ _id }) => _id === id)?.customers).toBe(MAX_COUNT);

    const hints = new Set<unknown>();
    service.accounts.db.on('commandStarted', ({ command }: { command: Record<string, unknown> }) => {
      if ([command['find'], command['aggregate']].includes('accounts')) hints.add(command['hint']);
    });
    const read = async (page: { cursor?: string } = {}) =>
      (await service.call('GET /users/admin/customers', { query: { group: id, limit: 100, ...page } }, manager)).body;
    const first = await read();
    expect(first.total).toBe(MAX_COUNT);
    const second = await read({ cursor: first.nextCursor ?? '' });
    const found = [first, second].flatMap(({ customers }) => customers.map(({ email }) => email));
    expect(found).toEqual(emails.toReversed().slice(0, 200));
    expect([hints.has('groups_1__id_-1'), hints.has('_id_')]).toEqual([true, false]);
  });

  it('of a customer are replaced by staff, and never by the customer', async () => {
    const [meera, first, second] = [await service.addCustomer(), await create('First'), await create('Second')];
    expect((await setGroups(meera.id, [first._id, second._id])).body.customer.groups).toEqual([first._id, second._id]);
    expect((await setGroups(meera.id, [second._id])).body.customer.groups).toEqual([second._id]);
    expect((await setGroups(meera.id, ['f'.repeat(24)])).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { groups: 'This group no longer exists.' } },
    });
    const own = { params: { id: meera.id }, body: { groups: [first._id] } };
    expect((await service.call('PUT /users/admin/customers/{id}/groups', own, meera)).status).toBe(403);
    // The customer's own data does not name them.
    expect((await service.call('GET /users/profile', {}, meera)).body.user).not.toHaveProperty('groups');
    expect((await setGroups(meera.id, [])).body.customer).not.toHaveProperty('groups');
  });
});
