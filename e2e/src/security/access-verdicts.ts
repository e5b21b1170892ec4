import { type CallKey, type CallRequest, getCall } from '@rangavalli/contracts/calls';
import type { Product } from '@rangavalli/contracts/entities/product';
import { hasPermission, isAllowed, type Permission, type Role, staffRoles } from '@rangavalli/contracts/permissions';
import type { PaymentResponse, Person } from '../support/people.js';

/** Who makes a call: the customer whose records the request names, a stranger with an account, and every role. */
export const visitors = ['guest', 'stranger', 'customer', ...staffRoles] as const;
export type Visitor = (typeof visitors)[number];
export type People = Record<Exclude<Visitor, 'guest'>, Person>;

/**
 * Outcomes: allowed (or refused for its content only), 401, 403, 403 until a step-up, and 404, which hides that the
 * record exists.
 */
export type Verdict = 'in' | 'login' | 'no' | 'step-up' | 'hidden';

export interface OwnedRecords {
  people: People;
  product: Product;
  orderId: string;
  payment: PaymentResponse;
  sessionId: string;
}

/** A row of the matrix. Without `verdicts` the call's access decides. */
export interface Row<K extends CallKey> {
  /** By default an empty request. It may create records, so that visitors do not affect each other. */
  request?: (records: OwnedRecords) => CallRequest<K> | Promise<CallRequest<K>>;
  verdicts?: Partial<Record<Visitor, Verdict>>;
}

/** Every visitor that the call's access allows gets this verdict. */
export const allOf = (key: CallKey, verdict: Verdict): Partial<Record<Visitor, Verdict>> =>
  Object.fromEntries(visitors.filter((one) => isPermitted(key, one)).map((one) => [one, verdict]));
/** These visitors get `verdict`; all others what the access decides. */
export const forThose = (verdict: Verdict, those: readonly Visitor[]): Partial<Record<Visitor, Verdict>> =>
  Object.fromEntries(those.map((one) => [one, verdict]));

export const staffWithout = (permission: Permission) => staffRoles.filter((role) => !hasPermission(role, permission));
/** Not even staff use the records of customers here. */
export const othersThanCustomer = visitors.filter((one) => one !== 'guest' && one !== 'customer');

const roleOf = (visitor: Visitor): Role | undefined => {
  if (visitor === 'guest') return undefined;
  return visitor === 'stranger' || visitor === 'customer' ? 'user' : visitor;
};
export const isPermitted = (key: CallKey, visitor: Visitor): boolean => isAllowed(getCall(key).access, roleOf(visitor));
