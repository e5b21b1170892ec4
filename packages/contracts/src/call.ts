import type { z } from 'zod';
import type { ErrorCode } from './errors.js';

export const services = ['catalog', 'cart', 'order', 'payment', 'user', 'notification'] as const;
export type ServiceName = (typeof services)[number];

export type CallRole = 'public' | 'customer' | 'admin';

export interface Call {
  summary: string;
  /** Section of the specification, or `added` for calls beyond it. */
  source: '§7' | 'added';
  service: ServiceName | 'gateway';
  role: CallRole;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** Success status; default 200. */
  status?: number;
  errors: readonly ErrorCode[];
  /** May be retried (rule 10). */
  idempotent: boolean;
  /** The gateway's timeout, ms; default 10,000. */
  deadlineMs?: number;
  /** The gateway forwards the body unparsed, for its signature. */
  rawBody?: boolean;
  /** The response is the same for all visitors, so the gateway may cache it. */
  cacheable?: boolean;
  /** The gateway forwards the refresh cookie and its `set-cookie`; other calls carry no cookies. */
  session?: true;
  /** Rate limit; default `general`. */
  limit?: 'general' | 'credentials' | 'unlimited';
}

type Defaults = 'service' | 'source' | 'idempotent' | 'errors';
type CallDefinition = Omit<Call, Defaults> & Partial<Pick<Call, Exclude<Defaults, 'service'>>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Defines the calls of a service and keeps their literal types. Defaults: `source` added, no `errors`, and `idempotent`
 * for every method except POST.
 */
export const defineCalls = <const Table extends Record<`${Method} /${string}`, CallDefinition>>(
  service: Call['service'],
  table: Table,
) => {
  const defined = Object.entries<CallDefinition>(table).map(([key, call]): [string, Call] => [
    key,
    { source: 'added', idempotent: !key.startsWith('POST '), errors: [], ...call, service },
  ]);
  return Object.fromEntries(defined) as unknown as { readonly [Key in keyof Table]: Table[Key] & Pick<Call, Defaults> };
};
