import type { AuditActionName } from '@rangavalli/contracts/entities/audit';
import type { Identity } from '../http/identity.js';
import { buildIdentity } from '../testing/test-identity.js';
import { buildAuditFacts, createAuditEvent, type FieldChange } from './audit.js';

const asha: Identity = buildIdentity({
  id: '0123456789abcdef01234567',
  role: 'owner',
  name: 'Asha',
  email: 'Asha@Example.com',
});
const about = { action: 'product.updated', subject: 'product', subjectId: 'a'.repeat(24), label: 'Chanderi' } as const;
const changesOf = (...changes: FieldChange[]) => createAuditEvent(asha, { ...about, changes }).data.changes;

test('records actor, action and time', () => {
  const event = createAuditEvent(asha, { ...about, changes: [{ field: 'price', from: '₹5', to: '₹6' }] });
  expect(event).toMatchObject({
    type: 'audit.catalog.recorded',
    data: {
      ...about,
      at: expect.any(String),
      actor: { id: asha.id, name: 'Asha', role: 'owner', email: 'asha@example.com' },
      changes: [{ field: 'price', from: '₹5', to: '₹6' }],
    },
  });
  expect(createAuditEvent('system', { ...about, changes: [] }).data.actor).toEqual({ name: 'system', role: 'system' });
  expect(createAuditEvent({ ...asha, email: 'none' }, { ...about, changes: [] }).data.actor).toEqual({
    id: asha.id,
    name: 'Asha',
    role: 'owner',
  });
});

test('records changed fields only, and omits empty values', () => {
  expect(
    changesOf(
      { field: 'a', from: 'x', to: 'x' },
      { field: 'b', from: '', to: 'x' },
      { field: 'c', from: 'x' },
      { field: 'd' },
    ),
  ).toEqual([
    { field: 'b', to: 'x' },
    { field: 'c', from: 'x' },
  ]);
  expect(changesOf(...Array.from({ length: 80 }, (_, k) => ({ field: `f${k}`, to: 'x' })))).toHaveLength(60);
});

test('truncates long texts to 120 characters around the difference', () => {
  const long = 'word '.repeat(100);
  const [whole] = changesOf({ field: 'description', from: long, to: `A ${long}` });
  expect(whole?.from).toBe(`${long.slice(0, 119)}…`);
  const [late] = changesOf({ field: 'description', from: `${long}old end`, to: `${long}new end` });
  expect(late).toMatchObject({
    from: expect.stringMatching(/^….* old end$/),
    to: expect.stringMatching(/^….* new end$/),
  });
  const [longer] = changesOf({ field: 'description', from: long, to: `${long}and more` });
  expect(longer).toMatchObject({ from: expect.stringMatching(/^…/), to: expect.stringMatching(/and more$/) });
  for (const text of [whole?.from, whole?.to, late?.from, late?.to, longer?.from, longer?.to])
    expect(text?.length).toBeLessThanOrEqual(120);
});

test('is published by the service that owns the action', () => {
  const typeOf = (action: AuditActionName) =>
    createAuditEvent(asha, { action, subject: 'user', subjectId: asha.id, changes: [] }).type;
  expect(typeOf('user.role')).toBe('audit.user.recorded');
  expect(typeOf('hold.released')).toBe('audit.order.recorded');
  expect(typeOf('refund.approved')).toBe('audit.payment.recorded');
  expect(() => typeOf('event.replayed')).toThrow('event.replayed');
  expect(() => typeOf('made.up' as AuditActionName)).toThrow('made.up');
  expect(
    buildAuditFacts(asha, { action: 'event.replayed', subject: 'event', subjectId: '7', changes: [] }),
  ).toMatchObject({ action: 'event.replayed', actor: { role: 'owner' } });
});
