import type { AuditEntry } from '@rangavalli/contracts/entities/audit';

type Subject = AuditEntry['subject'];

const subjects: Record<Subject, string> = {
  product: 'Product',
  order: 'Order',
  user: 'Customer',
  payment: 'Payment',
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
  } satisfies Record<Subject | '', string>,
  loadFailed: 'The audit log could not be loaded.',
  empty: 'No entries found.',
  emptyText: 'Changes to products, orders, customers and payments appear here.',
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
};
