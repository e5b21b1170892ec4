import type { ReturnOutcome, ReturnReason } from '@rangavalli/contracts/return-rule';

const reasons: Record<ReturnReason, string> = {
  size: 'Does not fit',
  colour: 'Colour',
  changed_mind: 'Changed mind',
  late: 'Too late',
  defective: 'Defective',
  wrong_item: 'Wrong item',
  not_as_described: 'Not as described',
};
const outcomes: Record<ReturnOutcome, string> = {
  refund: 'Refund',
  credit: 'Store credit',
  exchange: 'Exchange',
};

export const messages = {
  title: 'Returns',
  note: 'Inspect the goods, then accept or refuse each item. Money, stock and credit note follow at once.',
  what: 'returns',
  loadFailed: 'The returns could not be loaded.',
  empty: 'No returns',
  emptyText: 'Return requests of customers appear here.',
  state: 'State',
  allStates: 'All states',
  states: { requested: 'Waiting', completed: 'Accepted', refused: 'Refused' },
  requested: 'Requested',
  order: 'Order',
  customer: 'Customer',
  items: 'Items',
  line: (name: string, size: string, quantity: number) => `${quantity} × ${name}${size ? `, ${size}` : ''}`,
  result: 'Result',
  refunded: (amount: string) => `${amount} refunded`,
  credited: (amount: string) => `${amount} credited`,
  payout: (amount: string, upiId: string) => `Pay ${amount} to ${upiId}`,
  exchanged: (amount: string) => `${amount} exchanged`,
  action: 'Action',
  decide: 'Inspect',
  decideOf: (order: string) => `Inspect the return of ${order}`,
  dialog: (order: string) => `Return of ${order}`,
  comment: (text: string) => `Customer: ${text}`,
  accepted: (name: string, size: string) => `Units of ${size ? `${name}, ${size}` : name} to accept`,
  /** The codes of the shop's own form; other reasons are the customer's words. */
  reasonOf: (reason: string): string => (reason in reasons ? reasons[reason as ReturnReason] : reason),
  wants: (reason: string, size: string | undefined) => (size ? `${reason}. Wants size ${size}.` : `${reason}.`),
  outcome: 'The customer gets',
  outcomes,
  restock: 'Put back into stock',
  remark: 'Note for the customer',
  remarkHint: 'Write why, if you refuse something.',
  enterRemark: 'Please write why you refuse it.',
  submit: 'Save decision',
};
