import { randomBytes } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Model } from 'mongoose';
import { admin, customer, startTestNotification, type TestNotification } from '../testing/test-notification.js';
import { NOTIFICATION, type NotificationRecord } from './notification.schema.js';

let service: TestNotification;
beforeAll(async () => {
  service = await startTestNotification();
});
afterAll(() => service.stop());

test('staff filter the delivery log, and rare messages are not looked for among all', async () => {
  const kinds = ['pin_served', 'refunded'] as const;
  const channels = ['push', 'whatsapp', 'email', undefined] as const;
  const rows = Array.from({ length: 72 }, (_, index): NotificationRecord => {
    const at = new Date(Date.now() - Math.floor(index / 2) * 1_000);
    const channel = channels[index % 4];
    return {
      _id: `filtered-${randomBytes(6).toString('hex')}`,
      kind: kinds[index % 3 === 0 ? 0 : 1],
      to: customer.email,
      ...(channel ? { channel } : {}),
      state: channel ? (index % 5 === 0 ? 'failed' : 'sent') : 'skipped',
      attempts: 0,
      claimedAt: at,
      createdAt: at,
    };
  });
  const log = service.app.get<Model<NotificationRecord>>(getModelToken(NOTIFICATION));
  await log.insertMany(rows);
  const all = (await log.find().lean<NotificationRecord[]>()).toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1),
  );
  const hints = new Set<unknown>();
  log.db.on('commandStarted', ({ command }: { command: Record<string, unknown> }) => {
    if (command['find'] === log.collection.name) hints.add(command['hint']);
  });
  const byTime = 'createdAt_-1__id_-1';
  const isFoundByTime = async (filter: Partial<Pick<NotificationRecord, 'kind' | 'channel' | 'state'>>) => {
    hints.clear();
    const read = async (page: { cursor?: string } = {}) =>
      (await service.call('GET /notifications/admin', { query: { ...filter, ...page, limit: 5 } }, admin)).body;
    const pages = [await read()];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
      pages.push(await read({ cursor }));
    const found = pages.flatMap(({ notifications }) => notifications.map(({ id }) => id));
    const matches = all.filter((one) =>
      Object.entries(filter).every(([field, value]) => one[field as keyof NotificationRecord] === value),
    );
    expect([filter, found, pages[0]?.total]).toEqual([filter, matches.map(({ _id }) => _id), matches.length]);
    return hints.has(byTime);
  };
  for (const filter of [
    { state: 'failed' },
    { state: 'read' },
    { state: 'skipped', kind: 'pin_served' },
    { state: 'failed', channel: 'push' },
    { kind: 'refunded' },
    { kind: 'pin_served', state: 'sent' },
    { kind: 'refunded', channel: 'whatsapp' },
    { channel: 'email' },
    { channel: 'push' },
    { channel: 'whatsapp', state: 'sent' },
  ] as const)
    expect([filter, await isFoundByTime(filter)]).toEqual([filter, false]);
  for (const filter of [{}, { state: 'sent' }] as const)
    expect([filter, await isFoundByTime(filter)]).toEqual([filter, true]);
});

test('the messages of an account and its address are exported once each, in pages', async () => {
  const [userId, email] = [randomBytes(12).toString('hex'), 'export@example.com'];
  const build = (index: number, facts: Partial<NotificationRecord>): NotificationRecord => {
    const at = new Date(Date.UTC(2026, 2, 14, 9, 30, -Math.floor(index / 2)));
    const to = '919848010407';
    const _id = `export-${String(index).padStart(3, '0')}`;
    return { _id, kind: 'delivered', to, state: 'sent', attempts: 1, claimedAt: at, createdAt: at, ...facts };
  };
  const log = service.app.get<Model<NotificationRecord>>(getModelToken(NOTIFICATION));
  await log.insertMany([
    ...Array.from({ length: 300 }, (_, index) => build(index, { userId, ...(index % 3 === 0 ? { to: email } : {}) })),
    ...Array.from({ length: 300 }, (_, index) => build(300 + index, { kind: 'account_notice', to: email })),
    build(600, { to: 'other@example.com' }),
  ]);
  const commands = service.app.get(Commands);
  const exportOf = (facts: { isEmailConfirmed?: boolean; cursor?: string | undefined }) =>
    commands.request('rpc.notification.customer.export', { userId, email, ...facts });
  const first = await exportOf({});
  const second = await exportOf({ cursor: first.nextCursor });
  expect([first.messages?.length, second.messages?.length, second.nextCursor]).toEqual([500, 100, undefined]);
  expect(second.preferences).toBeUndefined();
  const all = [...(first.messages ?? []), ...(second.messages ?? [])];
  expect(all.filter(({ kind }) => kind === 'account_notice')).toHaveLength(300);
  expect(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  ).toEqual(all.map(({ createdAt }) => createdAt));
  // An address that is not confirmed may be somebody else's.
  const ofAccount = await exportOf({ isEmailConfirmed: false });
  expect([ofAccount.messages?.length, ofAccount.nextCursor]).toEqual([300, undefined]);
  await log.deleteMany({ _id: /^export-/ });
});
