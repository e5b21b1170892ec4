import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const REQUIRED = 'This field is required.';
const types: Readonly<Record<string, string>> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Send true or false.',
  array: 'Send a list.',
  object: 'Send an object.',
};
const formats: Readonly<Record<string, string>> = {
  date: 'Enter a date, such as 2026-11-25.',
  datetime: 'Enter a date and time, such as 2026-11-25T10:00:00Z.',
  email: 'Enter an email address.',
  url: 'Enter a web address, such as https://example.com.',
  uuid: 'Send a UUID.',
};
const plural = (count: number | bigint, one: string): string => `${count} ${one}${Number(count) === 1 ? '' : 's'}`;
const plainEntries = (count: number | bigint): string => (Number(count) === 1 ? '1 entry' : `${count} entries`);

/** Zod's error map: sentences for people, where a schema has none of its own. Undefined: Zod's text. */
export const inputMessage = (issue: Issue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : types[issue.expected];
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format] ?? 'This value has the wrong format.';
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : `Choose one of: ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.length === 1 ? 'field' : 'fields'}: ${issue.keys.join(', ')}.`;
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED : 'This value is not allowed.';
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`;
    default:
      return undefined;
  }
};

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string | undefined {
  if (origin === 'string') return Number(minimum) === 1 ? REQUIRED : `Enter at least ${plural(minimum, 'character')}.`;
  if (origin === 'array' || origin === 'set') return `Send at least ${plainEntries(minimum)}.`;
  if (origin === 'number' || origin === 'int')
    return inclusive ? `Enter ${minimum} or more.` : `Enter more than ${minimum}.`;
  return undefined;
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string | undefined {
  if (origin === 'string') return `Enter at most ${plural(maximum, 'character')}.`;
  if (origin === 'array' || origin === 'set') return `Send at most ${plainEntries(maximum)}.`;
  if (origin === 'number' || origin === 'int')
    return inclusive ? `Enter ${maximum} or less.` : `Enter less than ${maximum}.`;
  return undefined;
}
