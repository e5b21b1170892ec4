import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import type { CallRequest } from '@rangavalli/contracts/calls';
import { auditEvents } from '@rangavalli/contracts/events';
import { createAuditEvent, type AuditAction } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Connection, Model } from 'mongoose';
import type { Logger } from 'pino';
import { admin, customer, startTestNotification, type TestNotification } from '../testing/test-notification.js';
import { AUDIT_ENTRY, AUDIT_HEAD, type AuditHeadRecord, type AuditRecord } from './audit-entry.schema.js';
import { AuditLog } from './audit-log.service.js';

const ravi: Identity = buildIdentity({
  id: 'b'.repeat(24),
  role: 'manager',
  name: 'Ravi Ḍeśpāṇḍe',
  email: 'ravi.d@example.com',
});
let subjects = 0;

describe('the audit log', () => {
  let service: TestNotification;
  beforeAll(async () => {
    service = await startTestNotification();
  });
  afterAll(() => service.stop());

  const buildAction = (changes: Partial<AuditAction> = {}): AuditAction => {
    subjects += 1;
    return {
      action: 'product.updated',
      subject: 'product',
      subjectId: subjects.toString(16).padStart(24, '0'),
      label: 'Kanchipuram Pattu',
      changes: [{ field: 'price', from: '₹5.00', to: '₹6.00' }],
      ...changes,
    };
  };
  const record = async (by: Identity | 'system', action = buildAction()) => {
    const event = createAuditEvent(by, action);
    await service.send(event);
    return event;
  };
  const read = async (query: CallRequest<'GET /operations/audit'>['query'] = {}) =>
    (await service.call('GET /operations/audit', { query }, admin)).body;
  const found = async (query: CallRequest<'GET /operations/audit'>['query']) =>
    (await read(query)).entries.map(({ _id }) => _id);

  it('keeps entries from before they had sequence numbers, and numbers once', async () => {
    const { collection } = service.app.get<Model<AuditRecord>>(getModelToken(AUDIT_ENTRY));
    const earlier = ['earlier-1', 'earlier-2'] as unknown as [];
    await record(admin);
    await eventually(async () => expect(await collection.countDocuments({ sequence: 1 })).toBe(1));
    await collection.insertMany(earlier.map((_id) => ({ _id, at: new Date(0) })));
    await expect(collection.insertOne({ sequence: 1 })).rejects.toThrow(/duplicate key/i);
    await collection.deleteMany({ _id: { $in: earlier } });
  });

  it('returns who changed what, when, and both values', async () => {
    const event = await record(admin);
    const { subjectId } = event.data;
    await eventually(async () =>
      expect(await read({ subjectId })).toMatchObject({
        success: true,
        entries: [{ ...event.data, _id: event.id }],
        total: 1,
      }),
    );
    expect((await read({ subjectId })).entries).toEqual([
      { ...event.data, _id: event.id, service: 'catalog', sequence: expect.any(Number), hash: expect.any(String) },
    ]);
  });

  it('stores a redelivered event once, with its first content', async () => {
    const event = createAuditEvent(admin, buildAction());
    for (let time = 0; time < 5; time += 1) await service.send(event, `${event.id}-${time}`);
    await service.send({ ...event, data: { ...event.data, changes: [] } }, `${event.id}-forged`);
    const end = await record(admin);
    await eventually(async () => expect(await found({ subjectId: end.data.subjectId })).toEqual([end.id]));
    await eventually(async () => expect(await service.hasHandled('audit.catalog.recorded')).toBe(true));
    expect((await read({ subjectId: event.data.subjectId })).entries).toMatchObject([{ ...event.data, _id: event.id }]);
  });

  it('lists entries newest first, 50 per page, by subject and by id', async () => {
    const subjectId = 'f'.repeat(24);
    const events = Array.from({ length: 120 }, (_, k) => {
      const event = createAuditEvent(
        'system',
        buildAction({ subject: 'payment', action: 'payment.refunded', subjectId: k < 60 ? subjectId : 'e'.repeat(24) }),
      );
      return {
        ...event,
        data: { ...event.data, at: new Date(Date.UTC(2026, 0, 1) + Math.floor(k / 2)).toISOString() },
      };
    });
    for (const event of [...events].reverse()) await service.send(event);
    await eventually(async () => expect((await read({ subject: 'payment' })).total).toBe(120));
    const pages = [await read({ subject: 'payment' })];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
      pages.push(await read({ subject: 'payment', cursor }));
    expect(pages.map(({ entries, total }) => [entries.length, total])).toEqual([
      [50, 120],
      [50, undefined],
      [20, undefined],
    ]);
    expect((await read({ subject: 'payment', limit: 2 })).entries).toHaveLength(2);
    const all = pages.flatMap(({ entries }) => entries);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(120);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(await read({ subject: 'payment', subjectId })).toMatchObject({ total: 60 });
    expect(await read({ subject: 'user', subjectId })).toMatchObject({ entries: [], total: 0 });
  });

  it('finds prefixes of words of name, email and label', async () => {
    const order = await record(
      ravi,
      buildAction({
        subject: 'order',
        action: 'order.status',
        label: '#1a2b3c4d',
        changes: [{ field: 'status', from: 'Pending', to: 'Shipped' }],
      }),
    );
    const saree = await record(ravi, buildAction({ label: 'Banarasi (red) 50% $off' }));
    const mine = [saree.id, order.id].sort();
    const search = async (q: string) => (await found({ q })).sort();
    await eventually(async () => expect(await search('ravi')).toEqual(mine));
    for (const q of ['RAVI', ' ravi.d@example.com ', 'rav ḍeśp', 'ravi.d@', 'ḌEŚPĀṆḌE ravi'])
      expect([q, await search(q)]).toEqual([q, mine]);
    for (const q of ['#1a2b3c4d', '1a2b3c4d', '#1a2b', 'ravi #1A2B'])
      expect([q, await search(q)]).toEqual([q, [order.id]]);
    for (const q of ['banarasi', 'Banarasi red', '(red)', '50%', '$off', 'ravi off'])
      expect([q, await search(q)]).toEqual([q, [saree.id]]);
    for (const q of ['.*', '^ravi', 'r.vi', '(?', '[a-z]+', '\\', '$ne', 'ravi asha', 'avi'])
      expect([q, await search(q)]).toEqual([q, []]);
    expect(await found({ q: 'ravi', subject: 'order' })).toEqual([order.id]);
  });

  it('rejects invalid queries', async () => {
    for (const query of [
      { limit: '0' },
      { limit: '101' },
      { cursor: 'x' },
      { subject: 'cart' },
      { q: 'x'.repeat(121) },
      { subjectId: 'x'.repeat(61) },
      { 'q[$ne]': '' },
      { q: ['a', 'b'] },
    ] as object[]) {
      const { status } = await service.call(
        'GET /operations/audit',
        { query: query as CallRequest<'GET /operations/audit'>['query'] },
        admin,
      );
      expect([query, status]).toEqual([query, 'q[$ne]' in query ? 200 : 400]);
    }
  });

  it('rejects guests and customers', async () => {
    expect((await service.call('GET /operations/audit', {})).status).toBe(401);
    expect(await service.call('GET /operations/audit', {}, customer)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
  });

  describe('the hash chain', () => {
    const verify = async () => (await service.call('GET /operations/audit/verification', {}, admin)).body.verification;
    /** The database itself: the model refuses to change entries. */
    const stored = () => entries().collection;
    const entries = () => service.app.get<Model<AuditRecord>>(getModelToken(AUDIT_ENTRY));
    const waitUntilStored = async () =>
      eventually(async () => {
        for (const name of auditEvents) expect(await service.hasHandled(name)).toBe(true);
      });

    it('is complete and without gaps after simultaneous events of all services', async () => {
      const actions = [
        buildAction(),
        buildAction({ action: 'order.status', subject: 'order' }),
        buildAction({ action: 'refund.approved', subject: 'payment' }),
        buildAction({ action: 'user.role', subject: 'user' }),
      ];
      await Promise.all(Array.from({ length: 40 }, (_, index) => record(admin, actions[index % 4])));
      await waitUntilStored();
      const { isValid, entries: count, lastHash } = await verify();
      expect({ isValid, count }).toEqual({ isValid: true, count: await entries().countDocuments() });
      expect(lastHash).toMatch(/^[0-9a-f]{64}$/);
    });

    it('continues when two processes append at the same time', async () => {
      const other = new AuditLog(
        entries(),
        service.app.get<Model<AuditHeadRecord>>(getModelToken(AUDIT_HEAD)),
        service.app.get<Logger>(LOGGER),
      );
      const own = service.app.get(AuditLog);
      const adding = Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? own : other).add(createAuditEvent(admin, buildAction())),
      );
      await Promise.all(adding);
      expect(await verify()).toMatchObject({ isValid: true });
    });

    it('refuses to change or delete an entry', async () => {
      const { id } = await record(admin);
      await waitUntilStored();
      for (const change of [
        () => entries().updateOne({ _id: id }, { $set: { label: 'x' } }),
        () => entries().deleteOne({ _id: id }),
        () => entries().findOneAndUpdate({ _id: id }, { $set: { label: 'x' } }),
        () => entries().deleteMany({}),
      ])
        await expect(change()).rejects.toThrow('append-only');
    });

    it.each([
      [
        'changed',
        'the entry does not match its hash',
        (sequence: number) => stored().updateOne({ sequence }, { $set: { 'actor.name': 'Somebody else' } }),
      ],
      ['deleted', 'the entry is missing', (sequence: number) => stored().deleteOne({ sequence })],
    ])('reveals an entry that was %s', async (_what, reason, tamper) => {
      const { id } = await record(admin);
      await record(admin);
      await waitUntilStored();
      const before = await entries().findById(id).orFail().lean<AuditRecord>();
      await tamper(before.sequence);
      expect(await verify()).toMatchObject({ isValid: false, firstInvalid: { sequence: before.sequence, reason } });
      await stored().replaceOne({ _id: id as never }, before as never, { upsert: true });
      expect(await verify()).toMatchObject({ isValid: true });
    });

    it('reveals entries that were deleted at the end', async () => {
      const { id } = await record(admin);
      await waitUntilStored();
      const last = await entries().findById(id).orFail().lean<AuditRecord>();
      await stored().deleteOne({ sequence: last.sequence });
      expect(await verify()).toMatchObject({
        isValid: false,
        firstInvalid: { sequence: last.sequence, reason: 'the entries at the end are missing' },
      });
      await stored().insertOne(last as never);
      expect(await verify()).toMatchObject({ isValid: true });
    });

    it('is verified once for simultaneous requests, and again for later ones', async () => {
      const log = service.app.get(AuditLog);
      const [first, second] = await Promise.all([log.verify(), log.verify()]);
      expect(second).toBe(first);
      expect(await log.verify()).not.toBe(first);
    });

    it('is for people who may read the audit log', async () => {
      const support = buildIdentity({ id: 'c'.repeat(24), role: 'support' });
      expect((await service.call('GET /operations/audit/verification', {}, support)).status).toBe(403);
    });
  });

  it('rejects an entry of a service that does not own the action, and records that', async () => {
    const event = createAuditEvent(admin, buildAction({ action: 'refund.approved', subject: 'payment' }));
    // A compromised catalog can publish under its own subject only.
    await service.send({ ...event, type: 'audit.catalog.recorded' });
    await eventually(async () =>
      expect(await read({ subject: 'event', subjectId: event.id })).toMatchObject({
        entries: [{ action: 'event.rejected', label: 'catalog: refund.approved', service: 'notification' }],
      }),
    );
    expect((await read({ subjectId: event.data.subjectId })).entries).toEqual([]);
  });

  it('has an index for each query', async () => {
    const indexes = await service.app.get<Connection>(getConnectionToken()).model(AUDIT_ENTRY).collection.indexes();
    expect(indexes.map(({ key }) => Object.keys(key).join(' '))).toEqual(
      expect.arrayContaining(['at _id', 'subject at _id', 'subjectId at _id', 'words at _id']),
    );
  });
});
