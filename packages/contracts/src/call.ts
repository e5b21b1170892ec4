import type { z } from 'zod';
import type { ErrorCode } from './errors.js';
import type { Access } from './permissions.js';

export const services = ['catalog', 'cart', 'order', 'payment', 'user', 'notification', 'fulfilment'] as const;
export type ServiceName = (typeof services)[number];

export interface Call {
  summary: string;
  /** Section of the specification, or `added`. */
  source: '§7' | 'added';
  service: ServiceName | 'gateway';
  access: Access;
  /** Needs rights elevated by `POST /users/step-up` within the last ten minutes; else 403 STEP_UP_REQUIRED. */
  stepUp?: true;
  /** Staff may make it while the user service cannot confirm their session: it shows what is down. */
  availableInOutage?: true;
  /** May need a solved proof of work in the header CHALLENGE_HEADER; else 428 CHALLENGE_REQUIRED. */
  challenge?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  status?: number;
  errors: readonly ErrorCode[];
  idempotent: boolean;
  /** Gateway timeout, ms; default 10,000. */
  deadlineMs?: number;
  rawBody?: boolean;
  /** Accepted content types of the body; default `application/json`. All are parsed as JSON. */
  accepts?: readonly string[];
  /** Content type of the response; default `application/json`. */
  produces?: 'application/pdf';
  /** Content types besides JSON; the query's `format` selects one. */
  files?: readonly string[];
  /** The same for all visitors: the gateway may cache the response. */
  cacheable?: boolean;
  /** The gateway passes the response on while it arrives: large lists. Not for cacheable calls. */
  streamed?: true;
  /** Other calls carry no cookies. */
  session?: true;
  limit?: 'general' | 'credentials' | 'unlimited';
}

type Defaults = 'service' | 'source' | 'idempotent' | 'errors';
type CallDefinition = Omit<Call, Defaults> & Partial<Pick<Call, Exclude<Defaults, 'service'>>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Defines a service's calls. Defaults: `source` added, no `errors`, `idempotent` unless POST. */
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
