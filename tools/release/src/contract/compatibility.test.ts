// The comparison against a real validator: whatever it lets pass is understood.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { z } from 'zod';
import { findMismatches } from './compatibility.js';
import { jsonSchemaOf } from './json-schema.js';
import type { JsonSchema } from './slice-contract.js';
import { anySchema, twoReleases } from './testing/random-schemas.js';
import { valuesOf } from './testing/values-of.js';

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
      { numRuns: 1000 },
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
