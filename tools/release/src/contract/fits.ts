import { isDeepStrictEqual } from 'node:util';
import { OPAQUE } from './json-schema.js';
import type { JsonSchema } from './slice-contract.js';

/** Something that a giver may send and a taker does not understand. */
export interface Misfit {
  /** `body.lines[].size`; empty for the whole. */
  path: string;
  /**
   * - `missing`: the giver does not know a field that the taker needs
   * - `optional`: the giver may leave it out
   * - `extra`: the taker refuses a field that it does not know
   * - `values`: the giver may send `what`, which the taker does not understand
   */
  kind: 'missing' | 'optional' | 'extra' | 'values';
  what: string;
}

type Schema = JsonSchema;

/** What says nothing about which values are right. */
const REMARKS = new Set([
  '$schema',
  'title',
  'description',
  'default',
  'examples',
  'example',
  'readOnly',
  'writeOnly',
  'deprecated',
  '$comment',
  'id',
]);
/** What is compared by meaning; anything else has to be the same on both sides. */
const UNDERSTOOD = new Set([
  'type',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  'format',
  OPAQUE,
]);

const schemaOf = (value: unknown): Schema | undefined =>
  typeof value === 'object' && value !== null ? (value as Schema) : undefined;
const says = (schema: Schema): string[] =>
  Object.keys(schema).filter((keyword) => !REMARKS.has(keyword) && schema[keyword] !== undefined);
const takesAll = (schema: Schema): boolean => says(schema).length === 0;
const takesNothing = (schema: Schema): boolean => schemaOf(schema.not) !== undefined && takesAll(schema.not as Schema);
const branchesOf = (schema: Schema): Schema[] | undefined => (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
const below = (path: string, name: string): string => (path ? `${path}.${name}` : name);

/**
 * Whether a taker understands every value that a giver may send: no misfit means yes.
 * It errs on the careful side: what it cannot prove (one pattern inside another) is a misfit. Three readings are of this
 * project: a field that neither side has written down is not sent, also where an object is loose; of `oneOf` one branch
 * is enough, as zod reads it; of a name that only the giver knows the taker takes no notice, unless it is strict.
 */
export function misfits(giver: Schema, taker: Schema, path = ''): Misfit[] {
  if (takesAll(taker) || takesNothing(giver) || isDeepStrictEqual(giver, taker)) return [];
  const values = (what: string): Misfit[] => [{ path, kind: 'values', what }];
  if (giver.$ref !== undefined || taker.$ref !== undefined) return values('something that refers to another schema');

  const ways = branchesOf(giver) ?? typesApart(giver);
  if (ways) return distinct(ways.flatMap((way) => misfits(way, taker, path)));
  if (giver.allOf && !taker.allOf) {
    const { allOf, ...own } = giver;
    return fewest(
      [own, ...(allOf as Schema[]).map((one) => ({ ...own, ...one }))].map((one) => misfits(one, taker, path)),
    );
  }
  if (taker.allOf) {
    const { allOf, ...own } = taker;
    return distinct(
      [own, ...(allOf as Schema[])].flatMap((one) =>
        misfits(giver, { ...(own.type ? { type: own.type } : {}), ...one }, path),
      ),
    );
  }
  const finite = valuesOf(giver);
  if (finite && finite.length > 1)
    return distinct(finite.flatMap((value) => misfits({ const: value } as Schema, taker, path)));
  const branches = branchesOf(taker);
  if (branches) {
    const { anyOf: _any, oneOf: _one, ...own } = taker;
    return distinct([
      ...misfits(giver, own, path),
      ...closest(
        branches.map((branch) => misfits(giver, branch, path)),
        path,
        inWords(giver),
      ),
    ]);
  }
  if (finite) return finite.every((value) => isTaken(value, taker)) ? [] : values(JSON.stringify(finite[0]));
  return plain(giver, taker, path);
}

/** Both are one kind of thing by now, and the giver's values are not listed. */
function plain(giver: Schema, taker: Schema, path: string): Misfit[] {
  const values = (what: string): Misfit[] => [{ path, kind: 'values', what }];
  const strange = says(taker).filter(
    (keyword) => !UNDERSTOOD.has(keyword) && !isDeepStrictEqual(taker[keyword], giver[keyword]),
  );
  if (giver.prefixItems && !isDeepStrictEqual(giver.prefixItems, taker.prefixItems)) strange.push('prefixItems');
  if (strange.length > 0) return values(`something with another ${strange.join(', ')}`);
  if (taker[OPAQUE] !== undefined && giver[OPAQUE] !== taker[OPAQUE])
    return values(`something else than a ${String(taker[OPAQUE])}`);
  if (taker.not !== undefined) return values('anything');
  if (valuesOf(taker))
    return values(
      `${inWords(giver)} beyond ${(valuesOf(taker) ?? []).map((value) => JSON.stringify(value)).join(', ')}`,
    );
  if (
    taker.type !== undefined &&
    !typesOf(taker).some((type) => type === giver.type || (type === 'number' && giver.type === 'integer'))
  )
    return values(inWords(giver));
  switch (giver.type) {
    case 'object':
      return objects(giver, taker, path);
    case 'array':
      return [
        ...misfits(schemaOf(giver.items) ?? {}, schemaOf(taker.items) ?? {}, `${path}[]`),
        ...bounds(giver, taker, path, 'minItems', 'maxItems', 'entries'),
      ];
    case 'string':
      return [...bounds(giver, taker, path, 'minLength', 'maxLength', 'characters'), ...sameText(giver, taker, path)];
    case 'number':
    case 'integer':
      return [...numbers(giver, taker, path)];
    default:
      return constrains(taker) ? values(inWords(giver)) : [];
  }
}

/** A schema without a type may still say something about some type. */
const constrains = (taker: Schema): boolean => taker.type === undefined && says(taker).length > 0;

function objects(giver: Schema, taker: Schema, path: string): Misfit[] {
  const given = (giver.properties ?? {}) as Record<string, Schema>;
  const taken = (taker.properties ?? {}) as Record<string, Schema>;
  const always = new Set(giver.required);
  const rest = schemaOf(giver.additionalProperties);
  /** What else may be sent: a record's values. A loose object's unwritten fields are nobody's. */
  const others = rest && !takesAll(rest) ? rest : undefined;
  const takersRest = taker.additionalProperties;
  const found: Misfit[] = [];
  for (const name of taker.required ?? []) {
    if (!always.has(name))
      found.push({ path: below(path, name), kind: name in given || others ? 'optional' : 'missing', what: name });
  }
  for (const [name, schema] of Object.entries(taken)) {
    const sent = given[name] ?? others ?? (always.has(name) ? {} : undefined);
    if (sent) found.push(...misfits(sent, schema, below(path, name)));
  }
  for (const [name, schema] of Object.entries(given)) {
    if (name in taken) continue;
    if (takersRest === false) found.push({ path: below(path, name), kind: 'extra', what: name });
    else if (schemaOf(takersRest)) found.push(...misfits(schema, takersRest as Schema, below(path, name)));
  }
  if (others && takersRest === false) found.push({ path, kind: 'extra', what: 'fields of any name' });
  else if (others && schemaOf(takersRest)) found.push(...misfits(others, takersRest as Schema, below(path, '*')));
  return [...found, ...names(giver, taker, given, path)];
}

function names(giver: Schema, taker: Schema, given: Record<string, Schema>, path: string): Misfit[] {
  const right = schemaOf(taker.propertyNames);
  if (!right) return [];
  const written = Object.keys(given).flatMap((name) => misfits({ const: name } as Schema, right, below(path, name)));
  const open = schemaOf(giver.additionalProperties)
    ? misfits(schemaOf(giver.propertyNames) ?? { type: 'string' }, right, below(path, '*'))
    : [];
  return [...written, ...open];
}

function bounds(
  giver: Schema,
  taker: Schema,
  path: string,
  least: 'minItems' | 'minLength',
  most: 'maxItems' | 'maxLength',
  unit: string,
): Misfit[] {
  const [lower, upper] = [taker[least] ?? 0, taker[most] ?? Infinity];
  const found: Misfit[] = [];
  if ((giver[least] ?? 0) < lower) found.push({ path, kind: 'values', what: `fewer than ${lower} ${unit}` });
  if ((giver[most] ?? Infinity) > upper) found.push({ path, kind: 'values', what: `more than ${upper} ${unit}` });
  return found;
}

function sameText(giver: Schema, taker: Schema, path: string): Misfit[] {
  const other = (['format', 'pattern'] as const).find(
    (keyword) => taker[keyword] !== undefined && taker[keyword] !== giver[keyword],
  );
  return other
    ? [{ path, kind: 'values', what: `texts of another ${other} than ${String(taker.format ?? taker.pattern)}` }]
    : [];
}

/** The least or greatest number, and whether it belongs to what is right. */
function end(
  schema: Schema,
  inclusive: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
  sign: 1 | -1,
): { at: number; open: boolean } {
  const closed = sign * (schema[inclusive] ?? sign * -Infinity);
  const open = sign * Number(schema[exclusive] ?? sign * -Infinity);
  return open >= closed && open > -Infinity ? { at: open, open: true } : { at: closed, open: false };
}

function numbers(giver: Schema, taker: Schema, path: string): Misfit[] {
  const found: Misfit[] = [];
  const ends = [
    ['minimum', 'exclusiveMinimum', 1, 'less than'],
    ['maximum', 'exclusiveMaximum', -1, 'greater than'],
  ] as const;
  for (const [inclusive, exclusive, sign, word] of ends) {
    const [sent, taken] = [end(giver, inclusive, exclusive, sign), end(taker, inclusive, exclusive, sign)];
    if (sent.at < taken.at || (sent.at === taken.at && taken.open && !sent.open))
      found.push({
        path,
        kind: 'values',
        what: `numbers ${word} ${sign * taken.at}${taken.open ? ', or just it' : ''}`,
      });
  }
  return found;
}

const typesOf = (schema: Schema): string[] => [schema.type ?? []].flat() as string[];

/** `["string", "null"]` as two schemas. */
const typesApart = (schema: Schema): Schema[] | undefined =>
  Array.isArray(schema.type) ? (schema.type as string[]).map((type) => ({ ...schema, type }) as Schema) : undefined;

function valuesOf(schema: Schema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (schema.type === 'null') return [null];
  return schema.enum;
}

/** One value against a schema: as a schema that has just it. */
function isTaken(value: unknown, taker: Schema): boolean {
  const listed = valuesOf(taker);
  if (listed) return listed.some((one) => isDeepStrictEqual(one, value));
  if (typeof value === 'object' && value !== null) return false;
  const type =
    value === null ? 'null' : typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
  if (typeof value === 'string' && taker.pattern !== undefined && !new RegExp(taker.pattern, 'u').test(value))
    return false;
  if (typeof value === 'string' && taker.format !== undefined && taker.pattern === undefined) return false;
  const length = typeof value === 'string' ? [...value].length : 0;
  const itself: Schema =
    typeof value === 'string'
      ? { minLength: length, maxLength: length }
      : typeof value === 'number'
        ? { minimum: value, maximum: value }
        : {};
  const { pattern: _pattern, format: _format, ...bare } = taker;
  return plain({ ...itself, type } as Schema, bare, '').length === 0;
}

function inWords(schema: Schema): string {
  if (schema[OPAQUE] !== undefined) return `a ${String(schema[OPAQUE])}`;
  const listed = valuesOf(schema);
  if (listed) return listed.map((value) => JSON.stringify(value)).join(' or ');
  return schema.type === undefined
    ? 'anything'
    : schema.type === 'array'
      ? 'a list'
      : schema.type === 'object'
        ? 'an object'
        : schema.type === 'string'
          ? 'texts'
          : schema.type === 'boolean'
            ? 'true or false'
            : schema.type === 'integer'
              ? 'whole numbers'
              : `${String(schema.type)}s`;
}

/** Of several takers one has to understand; when none does, the one that comes closest says why. */
function closest(tries: Misfit[][], path: string, what: string): Misfit[] {
  if (tries.some((found) => found.length === 0)) return [];
  const near = tries.filter(
    (found) => !found.some((one) => one.kind === 'values' && (one.path === path || one.what.startsWith('"'))),
  );
  return near.length > 0 ? fewest(near) : [{ path, kind: 'values', what }];
}

const fewest = (tries: Misfit[][]): Misfit[] =>
  tries.reduce((best, found) => (found.length < best.length ? found : best));
const distinct = (found: Misfit[]): Misfit[] =>
  found.filter((one, at) => found.findIndex((other) => isDeepStrictEqual(one, other)) === at);
