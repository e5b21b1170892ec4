// The comparison against a real validator: whatever it lets pass is understood.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { z } from 'zod';
import { findMismatches } from './compatibility.js';
import { jsonSchemaOf } from './json-schema.js';
import type { JsonSchema } from './slice-contract.js';
import { valuesOf } from './testing/values-of.js';

type Schema = JsonSchema;
const schema = (json: Record<string, unknown>): Schema => json as Schema;

const few = fc.integer({ min: 0, max: 4 });
const optional = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.option(arbitrary, { nil: undefined });
const usage = (json: Record<string, unknown>): Schema =>
  schema(Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined)));
const pair = (least: string, most: string): fc.Arbitrary<Record<string, unknown>> =>
  fc.record({ from: optional(few), more: optional(few) }).map(({ from, more }) => ({
    [least]: from,
    [most]: more === undefined ? undefined : ((from as number | undefined) ?? 0) + (more as number),
  }));

const plain: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ bounds: pair('minLength', 'maxLength') }).map(({ bounds }) => usage({ type: 'string', ...bounds })),
  fc.constantFrom('^[a-c]{2}$', '^[a-d]+$').map((pattern) => usage({ type: 'string', pattern })),
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'ab'), { minLength: 1 })
    .map((values) => usage({ type: 'string', enum: values })),
  fc.constantFrom('a', 1, true).map((value) => usage({ const: value })),
  fc
    .record({ type: fc.constantFrom('number', 'integer'), bounds: pair('minimum', 'maximum') })
    .map(({ type, bounds }) => usage({ type, ...bounds })),
  fc.constantFrom<Schema>(
    schema({ type: 'boolean' }),
    schema({ type: 'null' }),
    schema({}),
    schema({ type: ['string', 'null'] }),
  ),
);

const { any } = fc.letrec<{ any: Schema }>((tie) => {
  const properties = fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3, noNullPrototype: true });
  const objects = fc
    .record({
      properties,
      needed: fc.array(fc.constantFrom('a', 'b', 'c')),
      rest: fc.constantFrom(undefined, false, {}),
    })
    .map(({ properties, needed, rest }) =>
      usage({
        type: 'object',
        properties,
        required: needed.filter((name, at) => name in properties && needed.indexOf(name) === at),
        additionalProperties: rest,
      }),
    );
  const records = tie('any').map((rest) =>
    usage({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: rest }),
  );
  const arrays = fc
    .record({ items: tie('any'), bounds: pair('minItems', 'maxItems') })
    .map(({ items, bounds }) => usage({ type: 'array', items, ...bounds }));
  const unions = fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((anyOf) => usage({ anyOf }));
  return { any: fc.oneof({ maxDepth: 3, depthIdentifier: 'schema' }, plain, objects, arrays, unions, records) };
});

const anySchema: fc.Arbitrary<Schema> = any;

/** A schema and a changed one, as two releases have them: most of it is the same. */
const twoReleases: fc.Arbitrary<[Schema, Schema]> = fc
  .tuple(anySchema, fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }), anySchema)
  .map(([before, dice, fresh]) => {
    let after = structuredClone(before);
    for (const die of dice) after = changed(after, die, fresh);
    return [before, after];
  });

function changed(json: Schema, die: number, fresh: Schema): Schema {
  const inside = Object.entries((json.properties ?? {}) as Record<string, Schema>);
  const [name, one] = inside[die % Math.max(1, inside.length)] ?? [];
  if (name && one && die % 2)
    return schema({ ...json, properties: { ...json.properties, [name]: changed(one, die >> 1, fresh) } });
  if (json.items && die % 2) return schema({ ...json, items: changed(json.items as Schema, die >> 1, fresh) });
  switch (die % 10) {
    case 0:
      return schema({ ...json, required: json.required?.slice(1) });
    case 1:
      return schema({ ...json, properties: { ...json.properties, d: fresh } });
    case 2:
      return schema({ anyOf: [json, fresh] });
    case 3:
      return json.enum
        ? schema({ ...json, enum: [...json.enum, 'd'] })
        : schema({ ...json, maxLength: undefined, maximum: undefined, maxItems: undefined });
    case 4:
      return schema({ ...json, required: [...new Set([...(json.required ?? []), ...inside.map(([key]) => key)])] });
    case 5:
      return name
        ? schema({
            ...json,
            properties: Object.fromEntries(inside.filter(([key]) => key !== name)),
            required: json.required?.filter((key) => key !== name),
          })
        : json;
    case 6:
      return json.type === 'integer'
        ? schema({ ...json, type: 'number' })
        : schema({ ...json, minLength: undefined, minimum: undefined, minItems: undefined });
    case 7:
      return json.type === 'object'
        ? schema({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: one ?? fresh })
        : fresh;
    case 8:
      return json.enum ? schema({ type: 'string', pattern: '^[a-c]+$' }) : fresh;
    default:
      return fresh;
  }
}

const accepts = (schema: JsonSchema) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(JSON.stringify(schema)) as object);
const input = (schema: z.ZodType): JsonSchema => jsonSchemaOf(schema, 'input');
const verdict = (sender: z.ZodType, receiver: z.ZodType): string[] =>
  findMismatches(input(sender), input(receiver)).map(({ path, kind }) => `${path} ${kind}`);

const base = z.object({
  name: z.string().max(20),
  kind: z.enum(['a', 'b']),
  count: z.int().min(1).max(10),
  note: z.string().optional(),
});

describe('what a receiver understands', () => {
  it('is proved by every value that the sender may send', () => {
    let proved = 0;
    let refused = 0;
    const pairs = fc.oneof(
      twoReleases,
      twoReleases.map(([before, after]): [JsonSchema, JsonSchema] => [after, before]),
      fc.tuple(anySchema, anySchema),
    );
    fc.assert(
      fc.property(
        pairs.chain(([sender, receiver]) =>
          fc.record({
            sender: fc.constant(sender),
            receiver: fc.constant(receiver),
            values: fc.array(valuesOf(sender), { minLength: 5, maxLength: 10 }),
          }),
        ),
        ({ sender, receiver, values }) => {
          if (findMismatches(sender, receiver).length > 0) return void (refused += 1);
          proved += 1;
          const isAccepted = accepts(receiver);
          for (const value of values)
            if (!isAccepted(JSON.parse(JSON.stringify(value))))
              throw new Error(`${JSON.stringify(value)} is not accepted`);
        },
      ),
      { numRuns: 400 },
    );
    // Both outcomes are frequent enough for the test to be meaningful.
    expect(proved).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
  });

  it('is itself', () => {
    fc.assert(
      fc.property(anySchema, (schema) =>
        expect(findMismatches(schema, { ...structuredClone(schema), description: 'the same in other words' })).toEqual(
          [],
        ),
      ),
    );
  });

  it.each<[string, z.ZodType, z.ZodType]>([
    ['a field more than it knows', base.extend({ more: z.string() }), base],
    ['an optional field that is not sent', base, base.extend({ more: z.string().optional() })],
    ['fewer values', base.extend({ kind: z.enum(['a']) }), base],
    ['narrower bounds', base.extend({ name: z.string().min(1).max(9), count: z.int().min(2).max(9) }), base],
    ['one of several', z.object({ who: z.string() }), z.object({ who: z.union([z.number(), z.string()]) })],
    ['what may be null', base, base.extend({ name: z.string().max(20).nullable() })],
    ['a field that has a default', z.object({}), z.object({ size: z.string().default('') })],
    ['whole numbers as numbers', z.object({ n: z.int() }), z.object({ n: z.number() })],
    ['an address', z.object({ to: z.string().max(9).pipe(z.email()) }), z.object({ to: z.string() })],
    [
      'one outcome of several',
      z.object({ is: z.literal('b') }),
      z.discriminatedUnion('is', [z.object({ is: z.literal('a'), n: z.int() }), z.object({ is: z.literal('b') })]),
    ],
  ])('is %s', (_what, sender, receiver) => {
    expect(verdict(sender, receiver)).toEqual([]);
  });

  it.each<[string, z.ZodType, z.ZodType, string[]]>([
    ['a field that was removed', base.omit({ name: true }), base, ['name missing']],
    ['a field that may be left out', base.partial({ name: true }), base, ['name optional']],
    ['a new required field', base, base.extend({ more: z.string() }), ['more missing']],
    ['a value more', base.extend({ kind: z.enum(['a', 'b', 'c']) }), base, ['kind values']],
    ['another type', base.extend({ count: z.string() }), base, ['count values']],
    ['null', base.extend({ name: z.string().max(20).nullable() }), base, ['name values']],
    ['longer texts', base.extend({ name: z.string() }), base, ['name values']],
    ['larger numbers', base.extend({ count: z.int().min(1).max(11) }), base, ['count values']],
    ['numbers where whole ones are taken', z.object({ n: z.number() }), z.object({ n: z.int() }), ['n values']],
    [
      'another pattern',
      z.object({ id: z.string().regex(/^a+$/) }),
      z.object({ id: z.string().regex(/^a*$/) }),
      ['id values'],
    ],
    [
      'a field that a strict receiver does not know',
      base,
      z.strictObject({ name: z.string(), kind: z.string(), count: z.int() }),
      ['note extra'],
    ],
    [
      'a removed field deep inside',
      z.object({ list: z.array(z.object({ a: z.int() })) }),
      z.object({ list: z.array(z.object({ a: z.int(), b: z.int() })) }),
      ['list[].b missing'],
    ],
    [
      'an outcome that is not known',
      z.object({ is: z.enum(['a', 'c']) }),
      z.discriminatedUnion('is', [z.object({ is: z.literal('a') }), z.object({ is: z.literal('b') })]),
      [' values'],
    ],
    [
      'a field less in one outcome',
      z.object({ is: z.literal('a') }),
      z.discriminatedUnion('is', [z.object({ is: z.literal('a'), n: z.int() }), z.object({ is: z.literal('b') })]),
      ['n missing'],
    ],
    [
      'a text where a function is taken',
      z.object({ on: z.string() }),
      z.object({ on: z.custom<() => void>() }),
      ['on values'],
    ],
  ])('is not %s', (_what, sender, receiver, expected) => {
    expect(verdict(sender, receiver)).toEqual(expected);
  });
});
