import { getModelToken } from '@nestjs/mongoose';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { admin, startTestNotification, type TestNotification } from '../testing/test-notification.js';
import { AUDIT_ENTRY, type AuditRecord } from './audit-entry.schema.js';
import { AuditRetention } from './audit-retention.service.js';

const DAY_MS = 86_400_000;

describe('audit entries whose time has passed', () => {
  let service: TestNotification;
  beforeEach(async () => {
    service = await startTestNotification({ AUDIT_RETENTION_DAYS: '400' });
  });
  afterEach(() => service.stop());

  const stored = () => service.app.get<Model<AuditRecord>>(getModelToken(AUDIT_ENTRY)).collection;
  const sequences = async () =>
    (await stored().find().sort({ sequence: 1 }).toArray()).map(({ sequence }) => sequence as number | undefined);
  const deleteExpired = () => service.app.get(AuditRetention).deleteExpired();
  const verify = async () => (await service.call('GET /operations/audit/verification', {}, admin)).body.verification;
  const add = async (...ages: number[]) => {
    for (const [index, days] of ages.entries()) {
      const before = await sequences();
      const subjectId = index.toString(16).padStart(24, '0');
      const event = createAuditEvent(admin, { action: 'product.updated', subject: 'product', subjectId, changes: [] });
      await service.send({ ...event, data: { ...event.data, at: new Date(Date.now() - days * DAY_MS).toISOString() } });
      await eventually(async () => expect(await sequences()).toHaveLength(before.length + 1));
    }
  };

  it('are deleted, also by two processes, and the chain is valid without them', async () => {
    await add(403, 402, 401, 399, 1);
    await stored().insertOne({ _id: 'before the chain' as never, at: new Date(0) });
    const { lastHash } = await verify();
    await Promise.all([deleteExpired(), deleteExpired()]);
    expect(await sequences()).toEqual([4, 5]);
    expect(await verify()).toMatchObject({ isValid: true, entries: 2, lastHash });
    await add(0);
    expect(await verify()).toMatchObject({ isValid: true, entries: 3 });
  });

  it('do not hide another deletion at the beginning', async () => {
    await add(401, 399, 398);
    await deleteExpired();
    await stored().deleteOne({ sequence: 2 });
    expect(await verify()).toMatchObject({ isValid: false, firstInvalid: { sequence: 2 } });
  });

  it('leave the newest one, from which the chain continues', async () => {
    await add(403, 402);
    await deleteExpired();
    expect(await sequences()).toEqual([2]);
    await add(0);
    expect(await verify()).toMatchObject({ isValid: true, entries: 2 });
  });

  it('are deleted by the next run after a crash between the two writes', async () => {
    await add(403, 402, 1);
    const entry = await stored().findOne({ sequence: 1 });
    await deleteExpired();
    await stored().insertOne(entry as never);
    expect(await verify()).toMatchObject({ isValid: true });
    await deleteExpired();
    expect(await sequences()).toEqual([3]);
  });
});
