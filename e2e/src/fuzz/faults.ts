import { errorResponse } from '@rangavalli/contracts/primitives';
import type { Outcome } from './send.js';

/** What must never happen, whatever is sent. The names are the columns of the report. */
export const faults = ['5xx', 'no answer', 'leak', 'shape'] as const;
export type Fault = (typeof faults)[number];

/** Traces, paths and names of what stands behind the calls have no place in an answer. */
const leaks =
  /\bat [\w.<>]+ \(|node_modules|\/dist\/|file:\/\/|MongoServerError|CastError|ValidationError|TypeError|SyntaxError|ZodError|E11000|ECONNREFUSED/;

/** Judges an answer: the fault, or nothing when it is a good one or a proper refusal. */
export function faultOf({ status, type, text, broken }: Outcome): Fault | undefined {
  if (broken) return 'no answer';
  if (status >= 500) return '5xx';
  if (status < 400) return undefined;
  if (leaks.test(text)) return 'leak';
  return type.startsWith('application/json') && isErrorAnswer(text) ? undefined : 'shape';
}

function isErrorAnswer(text: string): boolean {
  try {
    return errorResponse.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
