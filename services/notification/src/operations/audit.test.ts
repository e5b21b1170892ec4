import { getConnectionToken } from '@nestjs/mongoose';
import type { CallRequest } from '@rangavalli/contracts/calls';
import { createAuditEvent, type AuditAction } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Connection } from 'mongoose';
import { admin, customer, startTestNotification, type TestNotification } from '../testing/test-notification.js';
import { AUDIT_ENTRY } from './audit-entry.schema.js';

const ravi: Identity = { id: 'b'.repeat(24), role: 'admin', name: 'Ravi Ḍeśpāṇḍe', email: 'ravi.d@example.com' };
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

  it('returns who changed what, when, and both values', async () => {
    const event = await record(admin);
    const { subjectId } = event.data;
    await eventually(async () =>
      expect(await read({ subjectId })).toMatchObject({
        success: true,
        entries: [{ ...event.data, _id: event.id }],
        total: 1,
        page: 1,
        pages: 1,
      }),
    );
    expect((await read({ subjectId })).entries).toEqual([{ ...event.data, _id: event.id }]);
  });

  it('stores a redelivered event once, with its first content', async () => {
    const event = createAuditEvent(admin, buildAction());
    for (let time = 0; time < 5; time += 1) await service.send(event, `${event.id}-${time}`);
    await service.send({ ...event, data: { ...event.data, changes: [] } }, `${event.id}-forged`);
    const end = await record(admin);
    await eventually(async () => expect(await found({ subjectId: end.data.subjectId })).toEqual([end.id]));
    await eventually(async () => expect(await service.hasHandled('audit.recorded')).toBe(true));
    expect((await read({ subjectId: event.data.subjectId })).entries).toEqual([{ ...event.data, _id: event.id }]);
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
    const pages = await Promise.all([1, 2, 3, 4].map((page) => read({ subject: 'payment', page })));
    expect(pages.map(({ entries, page, pages: of }) => [entries.length, page, of])).toEqual([
      [50, 1, 3],
      [50, 2, 3],
      [20, 3, 3],
      [20, 3, 3],
    ]);
    const all = pages.slice(0, 3).flatMap(({ entries }) => entries);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(120);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(await read({ subject: 'payment', subjectId })).toMatchObject({ total: 60, pages: 2 });
    expect(await read({ subject: 'user', subjectId })).toMatchObject({ entries: [], total: 0, pages: 1 });
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
      { page: '0' },
      { page: 'x' },
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

  it('has an index for each query', async () => {
    const indexes = await service.app.get<Connection>(getConnectionToken()).model(AUDIT_ENTRY).collection.indexes();
    expect(indexes.map(({ key }) => Object.keys(key).join(' '))).toEqual(
      expect.arrayContaining(['at _id', 'subject at _id', 'subjectId at _id', 'words at']),
    );
  });
});
