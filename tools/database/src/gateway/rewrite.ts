// DocumentDB 1.0-0 returns wrong results for $dateTrunc with calendar units (upstream pull request 712). Literal units
// with bin size 1 are rewritten to $dateFromParts.
import { decodeExact, encode } from '../wire/bson.js';

type Expression = unknown;
type ExpressionObject = Record<string, unknown>;

const NEEDLE = Buffer.from('$dateTrunc\0');
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const UNITS = ['day', 'week', 'month', 'quarter', 'year'];

export const rewriteCommand = (body: Buffer): Buffer =>
  body.indexOf(NEEDLE) < 0 ? body : encode(walk(decodeExact(body)) as ExpressionObject);

const isBsonValue = (value: object): boolean => '_bsontype' in value;
const isPlainObject = (value: unknown): value is ExpressionObject =>
  typeof value === 'object' &&
  value !== null &&
  !isBsonValue(value) &&
  !(value instanceof Date || value instanceof Uint8Array || value instanceof RegExp);
const literal = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && isBsonValue(value) ? value.valueOf() : value;

function walk(value: Expression): Expression {
  if (Array.isArray(value)) return value.map(walk);
  if (!isPlainObject(value)) return value;
  const out: ExpressionObject = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$dateTrunc') {
      const replaced = truncate(inner);
      if (replaced) return replaced;
    }
    out[key] = key === '$literal' ? inner : walk(inner);
  }
  return out;
}

function truncate(spec: unknown): ExpressionObject | null {
  if (!isPlainObject(spec)) return null;
  const unit = literal(spec['unit']);
  if (literal(spec['binSize'] ?? 1) !== 1 || typeof unit !== 'string' || !UNITS.includes(unit)) return null;
  const zone = spec['timezone'] === undefined ? {} : { timezone: spec['timezone'] };
  const part = (operator: string): ExpressionObject => ({ [operator]: { date: '$$d', ...zone } });
  const month = part('$month');
  const from = (monthOf: Expression, day: Expression): ExpressionObject => ({
    $dateFromParts: { year: part('$year'), month: monthOf, day, ...zone },
  });
  const start = startOf(unit, String(literal(spec['startOfWeek'] ?? 'sunday')), month, part, from);
  return start && { $let: { vars: { d: walk(spec['date']) }, in: { $cond: [{ $lte: ['$$d', null] }, null, start] } } };
}

function startOf(
  unit: string,
  startOfWeek: string,
  month: Expression,
  part: (operator: string) => Expression,
  from: (month: Expression, day: Expression) => ExpressionObject,
): ExpressionObject | null {
  switch (unit) {
    case 'day':
      return from(month, part('$dayOfMonth'));
    case 'month':
      return from(month, 1);
    case 'quarter':
      return from({ $add: [{ $multiply: [{ $floor: { $divide: [{ $subtract: [month, 1] }, 3] } }, 3] }, 1] }, 1);
    case 'year':
      return from(1, 1);
    default: {
      const name = startOfWeek.toLowerCase();
      const first = DAYS.findIndex((day) => day === name || day.slice(0, 3) === name);
      if (first < 0) return null;
      // $dateFromParts accepts days below 1; $dateSubtract with a time zone is wrong around clock changes.
      return from(month, {
        $subtract: [part('$dayOfMonth'), { $mod: [{ $add: [part('$dayOfWeek'), 6 - first] }, 7] }],
      });
    }
  }
}
