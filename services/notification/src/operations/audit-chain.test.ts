import { GENESIS_HASH, hashEntry } from './audit-chain.js';

type Entry = Parameters<typeof hashEntry>[1];

const entry: Entry = {
  _id: '5f0c2a44-0000-4000-8000-000000000000',
  service: 'user',
  sequence: 1,
  at: new Date('2026-03-14T09:30:00.000Z'),
  actor: { id: 'a'.repeat(24), name: 'Asha Rao', role: 'owner', email: 'asha@example.com' },
  action: 'user.role',
  subject: 'user',
  subjectId: 'd'.repeat(24),
  label: 'Meera Nair',
  changes: [{ field: 'role', from: 'user', to: 'support' }],
};

test('the format of the hash is fixed: stored chains depend on it', () => {
  expect(hashEntry(GENESIS_HASH, entry)).toBe('e9357adddf6642e7f08600355b7a354794564d8e039f50bfe60e746ae6ebe1e2');
});

test.each<[string, Partial<Entry>]>([
  ['id', { _id: 'x' }],
  ['service', { service: 'order' }],
  ['sequence', { sequence: 2 }],
  ['time', { at: new Date('2026-03-14T09:30:00.001Z') }],
  ['actor', { actor: { ...entry.actor, name: 'Asha' } }],
  ['role of the actor', { actor: { ...entry.actor, role: 'manager' } }],
  ['action', { action: 'user.roles' }],
  ['subject', { subjectId: 'e'.repeat(24) }],
  ['label', { label: undefined }],
  ['value', { changes: [{ field: 'role', from: 'user', to: 'owner' }] }],
  ['side of a value', { changes: [{ field: 'role', from: 'support', to: 'user' }] }],
  ['missing value', { changes: [{ field: 'role', to: 'support' }] }],
  ['number of changes', { changes: [] }],
])('another %s is another hash', (_what, change) => {
  expect(hashEntry(GENESIS_HASH, { ...entry, ...change })).not.toBe(hashEntry(GENESIS_HASH, entry));
});

test('another previous entry is another hash', () => {
  expect(hashEntry('f'.repeat(64), entry)).not.toBe(hashEntry(GENESIS_HASH, entry));
});
