import type { AccountExport } from '@rangavalli/contracts/entities/account-data';

type Complaint = NonNullable<AccountExport['complaints']>[number];

export const buildComplaint = (email: string, at: string): Complaint => ({
  number: 'RVC-26-0000421',
  state: 'waiting',
  subject: 'Wrong colour',
  receivedAt: at,
  replyBy: at,
  resolveBy: at,
  name: 'Meera',
  email,
  messages: [{ at, from: 'customer', text: 'It is green, not blue.' }],
});
