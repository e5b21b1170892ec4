import { isDeepStrictEqual } from 'node:util';
import { OPAQUE } from './json-schema.js';
import type { JsonSchema as Schema } from './slice-contract.js';

export interface Mismatch {
  /** `body.lines[].size`; empty for the whole value. */
  path: string;
  /**
   * - `missing`: the receiver requires a field that the sender does not have
   * - `optional`: the receiver requires a field that the sender may omit
   * - `extra`: the receiver rejects an unknown field
   * - `values`: the sender may send `what`, which the receiver does not accept
   */
  kind: 'missing' | 'optional' | 'extra' | 'values';
  what: string;
}

const ANNOTATIONS = new Set([
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
/** Keywords that are compared by meaning; any other has to be equal. */
const COMPARED = new Set([
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
const keywordsOf = (schema: Schema): string[] =>
  Object.keys(schema).filter((keyword) => !ANNOTATIONS.has(keyword) && schema[keyword] !== undefined);
const acceptsAll = (schema: Schema): boolean => keywordsOf(schema).length === 0;
const acceptsNothing = (schema: Schema): boolean =>
  schemaOf(schema.not) !== undefined && acceptsAll(schema.not as Schema);
const branchesOf = (schema: Schema): Schema[] | undefined => (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
const unaccepted = (path: string, what: string): Mismatch => ({ path, kind: 'values', what });
const below = (path: string, name: string): string => (path ? `${path}.${name}` : name);

/**
 * Returns why a receiver may not accept every value of a sender; empty when it accepts all. What can't be proven, as
 * one pattern inside another, is a mismatch. As zod does, fields that neither schema has are not sent, one branch of
 * `oneOf` is enough, and unknown fields are ignored by receivers that are not strict.
 */
export function findMismatches(sender: Schema, receiver: Schema, path = ''): Mismatch[] {
  if (acceptsAll(receiver) || acceptsNothing(sender) || isDeepStrictEqual(sender, receiver)) return [];
  if (sender.$ref !== undefined || receiver.$ref !== undefined)
    return [unaccepted(path, 'something that refers to another schema')];

  const ways = branchesOf(sender) ?? splitTypes(sender);
  if (ways) return distinct(ways.flatMap((way) => findMismatches(way, receiver, path)));
  if (sender.allOf && !receiver.allOf) {
    const { allOf, ...own } = sender;
    return fewest(
      [own, ...(allOf as Schema[]).map((one) => ({ ...own, ...one }))].map((one) =>
        findMismatches(one, receiver, path),
      ),
    );
  }
  if (receiver.allOf) {
    const { allOf, ...own } = receiver;
    return distinct(
      [own, ...(allOf as Schema[])].flatMap((one) =>
        findMismatches(sender, { ...(own.type ? { type: own.type } : {}), ...one }, path),
      ),
    );
  }
  const finite = valuesOf(sender);
  if (finite && finite.length > 1)
    return distinct(finite.flatMap((value) => findMismatches({ const: value } as Schema, receiver, path)));
  const branches = branchesOf(receiver);
  if (branches) {
    const { anyOf: _any, oneOf: _one, ...own } = receiver;
    return distinct([
      ...findMismatches(sender, own, path),
      ...closest(
        branches.map((branch) => findMismatches(sender, branch, path)),
        path,
        describeValues(sender),
      ),
    ]);
  }
  if (finite)
    return finite.every((value) => isAccepted(value, receiver)) ? [] : [unaccepted(path, JSON.stringify(finite[0]))];
  return plain(sender, receiver, path);
}

function plain(sender: Schema, receiver: Schema, path: string): Mismatch[] {
  const strange = keywordsOf(receiver).filter(
    (keyword) => !COMPARED.has(keyword) && !isDeepStrictEqual(receiver[keyword], sender[keyword]),
  );
  if (sender.prefixItems && !isDeepStrictEqual(sender.prefixItems, receiver.prefixItems)) strange.push('prefixItems');
  if (strange.length > 0) return [unaccepted(path, `something with another ${strange.join(', ')}`)];
  if (receiver[OPAQUE] !== undefined && sender[OPAQUE] !== receiver[OPAQUE])
    return [unaccepted(path, `something else than a ${String(receiver[OPAQUE])}`)];
  if (receiver.not !== undefined) return [unaccepted(path, 'anything')];
  if (valuesOf(receiver))
    return [
      unaccepted(
        path,
        `${describeValues(sender)} beyond ${(valuesOf(receiver) ?? []).map((value) => JSON.stringify(value)).join(', ')}`,
      ),
    ];
  if (
    receiver.type !== undefined &&
    !typesOf(receiver).some((type) => type === sender.type || (type === 'number' && sender.type === 'integer'))
  )
    return [unaccepted(path, describeValues(sender))];
  switch (sender.type) {
    case 'object':
      return objects(sender, receiver, path);
    case 'array':
      return [
        ...findMismatches(schemaOf(sender.items) ?? {}, schemaOf(receiver.items) ?? {}, `${path}[]`),
        ...bounds(sender, receiver, path, 'minItems', 'maxItems', 'entries'),
      ];
    case 'string':
      return [
        ...bounds(sender, receiver, path, 'minLength', 'maxLength', 'characters'),
        ...compareTexts(sender, receiver, path),
      ];
    case 'number':
    case 'integer':
      return numbers(sender, receiver, path);
    default:
      // A schema without a type may constrain values of some type.
      return receiver.type === undefined && keywordsOf(receiver).length > 0
        ? [unaccepted(path, describeValues(sender))]
        : [];
  }
}

function objects(sender: Schema, receiver: Schema, path: string): Mismatch[] {
  const given = (sender.properties ?? {}) as Record<string, Schema>;
  const taken = (receiver.properties ?? {}) as Record<string, Schema>;
  const always = new Set(sender.required);
  const rest = schemaOf(sender.additionalProperties);
  // The values of a record; unlisted fields of a loose object are not sent.
  const others = rest && !acceptsAll(rest) ? rest : undefined;
  const receiverRest = receiver.additionalProperties;
  const found: Mismatch[] = [];
  for (const name of receiver.required ?? []) {
    if (!always.has(name))
      found.push({ path: below(path, name), kind: name in given || others ? 'optional' : 'missing', what: name });
  }
  for (const [name, schema] of Object.entries(taken)) {
    const sent = given[name] ?? others ?? (always.has(name) ? {} : undefined);
    if (sent) found.push(...findMismatches(sent, schema, below(path, name)));
  }
  for (const [name, schema] of Object.entries(given)) {
    if (name in taken) continue;
    if (receiverRest === false) found.push({ path: below(path, name), kind: 'extra', what: name });
    else if (schemaOf(receiverRest)) found.push(...findMismatches(schema, receiverRest as Schema, below(path, name)));
  }
  if (others && receiverRest === false) found.push({ path, kind: 'extra', what: 'fields of any name' });
  else if (others && schemaOf(receiverRest))
    found.push(...findMismatches(others, receiverRest as Schema, below(path, '*')));
  return [...found, ...names(sender, receiver, given, path)];
}

function names(sender: Schema, receiver: Schema, given: Record<string, Schema>, path: string): Mismatch[] {
  const right = schemaOf(receiver.propertyNames);
  if (!right) return [];
  const written = Object.keys(given).flatMap((name) =>
    findMismatches({ const: name } as Schema, right, below(path, name)),
  );
  const open = schemaOf(sender.additionalProperties)
    ? findMismatches(schemaOf(sender.propertyNames) ?? { type: 'string' }, right, below(path, '*'))
    : [];
  return [...written, ...open];
}

function bounds(
  sender: Schema,
  receiver: Schema,
  path: string,
  least: 'minItems' | 'minLength',
  most: 'maxItems' | 'maxLength',
  unit: string,
): Mismatch[] {
  const [lower, upper] = [receiver[least] ?? 0, receiver[most] ?? Infinity];
  const found: Mismatch[] = [];
  if ((sender[least] ?? 0) < lower) found.push(unaccepted(path, `fewer than ${lower} ${unit}`));
  if ((sender[most] ?? Infinity) > upper) found.push(unaccepted(path, `more than ${upper} ${unit}`));
  return found;
}

function compareTexts(sender: Schema, receiver: Schema, path: string): Mismatch[] {
  const other = (['format', 'pattern'] as const).find(
    (keyword) => receiver[keyword] !== undefined && receiver[keyword] !== sender[keyword],
  );
  return other
    ? [unaccepted(path, `texts of another ${other} than ${String(receiver.format ?? receiver.pattern)}`)]
    : [];
}

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

function numbers(sender: Schema, receiver: Schema, path: string): Mismatch[] {
  const found: Mismatch[] = [];
  const ends = [
    ['minimum', 'exclusiveMinimum', 1, 'less than'],
    ['maximum', 'exclusiveMaximum', -1, 'greater than'],
  ] as const;
  for (const [inclusive, exclusive, sign, word] of ends) {
    const [sent, taken] = [end(sender, inclusive, exclusive, sign), end(receiver, inclusive, exclusive, sign)];
    if (sent.at < taken.at || (sent.at === taken.at && taken.open && !sent.open))
      found.push(unaccepted(path, `numbers ${word} ${sign * taken.at}${taken.open ? ', or just it' : ''}`));
  }
  return found;
}

const typesOf = (schema: Schema): string[] => [schema.type ?? []].flat() as string[];

/** Splits `["string", "null"]` into two schemas. */
const splitTypes = (schema: Schema): Schema[] | undefined =>
  Array.isArray(schema.type) ? (schema.type as string[]).map((type) => ({ ...schema, type }) as Schema) : undefined;

function valuesOf(schema: Schema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (schema.type === 'null') return [null];
  return schema.enum;
}

function isAccepted(value: unknown, receiver: Schema): boolean {
  const listed = valuesOf(receiver);
  if (listed) return listed.some((one) => isDeepStrictEqual(one, value));
  if (typeof value === 'object' && value !== null) return false;
  const type =
    value === null ? 'null' : typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
  if (typeof value === 'string' && receiver.pattern !== undefined && !new RegExp(receiver.pattern, 'u').test(value))
    return false;
  if (typeof value === 'string' && receiver.format !== undefined && receiver.pattern === undefined) return false;
  const length = typeof value === 'string' ? [...value].length : 0;
  const itself: Schema =
    typeof value === 'string'
      ? { minLength: length, maxLength: length }
      : typeof value === 'number'
        ? { minimum: value, maximum: value }
        : {};
  const { pattern: _pattern, format: _format, ...bare } = receiver;
  return plain({ ...itself, type } as Schema, bare, '').length === 0;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'texts',
  boolean: 'true or false',
  integer: 'whole numbers',
};

function describeValues(schema: Schema): string {
  if (schema[OPAQUE] !== undefined) return `a ${String(schema[OPAQUE])}`;
  const listed = valuesOf(schema);
  if (listed) return listed.map((value) => JSON.stringify(value)).join(' or ');
  return schema.type === undefined ? 'anything' : (TYPE_WORDS[schema.type as string] ?? `${String(schema.type)}s`);
}

/** One of several receivers has to accept; otherwise returns the mismatches of the closest one. */
function closest(tries: Mismatch[][], path: string, what: string): Mismatch[] {
  if (tries.some((found) => found.length === 0)) return [];
  const near = tries.filter(
    (found) => !found.some((one) => one.kind === 'values' && (one.path === path || one.what.startsWith('"'))),
  );
  return near.length > 0 ? fewest(near) : [unaccepted(path, what)];
}

const fewest = (tries: Mismatch[][]): Mismatch[] =>
  tries.reduce((best, found) => (found.length < best.length ? found : best));
const distinct = (found: Mismatch[]): Mismatch[] =>
  found.filter((one, at) => found.findIndex((other) => isDeepStrictEqual(one, other)) === at);
