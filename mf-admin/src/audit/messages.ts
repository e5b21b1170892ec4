import type { AuditEntry } from '@rangavalli/contracts/entities/audit';

type Subject = AuditEntry['subject'];

const subjects: Record<Subject, string> = {
  product: 'Product',
  order: 'Order',
  user: 'Customer',
  payment: 'Payment',
  invitation: 'Invitation',
  settings: 'Settings',
  event: 'Event',
};

export const messages = {
  title: 'Audit log',
  what: 'the audit log',
  search: 'Search by person or subject',
  type: 'Type',
  types: {
    '': 'All',
    product: 'Products',
    order: 'Orders',
    user: 'Customers',
    payment: 'Payments',
    invitation: 'Staff invitations',
    settings: 'Settings',
    event: 'Dead letters',
  } satisfies Record<Subject | '', string>,
  loadFailed: 'The audit log could not be loaded.',
  empty: 'No entries found.',
  emptyText: 'Changes to products, orders, customers, staff and payments appear here.',
  entries: 'entries',
  action: 'Action',
  time: 'Time',
  actor: 'Changed by',
  subject: 'Subject',
  changes: 'Changes',
  history: (subject: string) => `History of ${subject}`,
  open: 'Open',
  more: (count: number) => `${count} more`,
  noChanges: 'None',
  unnamed: (subject: Subject, id: string) => `${subjects[subject]} ${id}`,
  change: ({ field, from, to = 'nothing' }: AuditEntry['changes'][number]) =>
    from === undefined ? `${field}: ${to}` : `${field}: ${from} → ${to}`,

  verify: 'Check the log',
  verifyHint: 'Checks that no entry was changed, or deleted before its time.',
  valid: (entries: string, time: string) => `All ${entries} entries are complete and unchanged. Checked ${time}.`,
  invalid: (sequence: number, reason: string) =>
    `Entry ${sequence} was changed or is missing: ${reason}. Tell the owner and keep the backups.`,
  lastHash: 'Fingerprint of the last entry',
  lastHashHint: 'Note it elsewhere. A later check must still find it.',
};
