import type { z } from 'zod';
import type { ErrorCode } from './errors.js';

/** The processes behind the gateway that own HTTP calls. Whatever has to be there for each service is made from this list. */
export const services = ['catalog', 'cart', 'order', 'payment', 'user', 'notification'] as const;
export type ServiceName = (typeof services)[number];

/** Who may make a call: everybody, everybody signed in, or admins only (rule 7: there is no default). */
export type CallRole = 'public' | 'customer' | 'admin';

/** One HTTP call under `/api`: its owner, who may make it, what it takes and gives. */
export interface Call {
  /** One line for people. */
  summary: string;
  /** The specification's section, or `added` for calls that the screens need beyond it. */
  source: '§7' | 'added';
  service: ServiceName | 'gateway';
  role: CallRole;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** Status of the good answer; 200 unless told. */
  status?: number;
  errors: readonly ErrorCode[];
  /** Repeating it changes nothing more, so that it may be retried (rule 10). */
  idempotent: boolean;
  /** The gateway waits this long for the answer, ms; 10,000 unless told. */
  deadlineMs?: number;
  /** The body's bytes are passed on as they came, for its signature's sake. */
  rawBody?: boolean;
  /** The same for everybody, so that the gateway may keep it (architecture §4). */
  cacheable?: boolean;
  /** The refresh cookie goes to the service with the call, and the service's answer may set it; no other cookie passes, and no other call. */
  session?: true;
  /** Which limit on frequency it counts against; `general` unless told. */
  limit?: 'general' | 'credentials' | 'unlimited';
}

/** Checks a table of calls without widening it, so that types can be inferred from each. */
export const defineCalls = <
  const Table extends Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Call>,
>(
  table: Table,
): Table => table;
