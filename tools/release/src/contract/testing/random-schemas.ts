import fc from 'fast-check';
import type { JsonSchema } from '../slice-contract.js';

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

export const anySchema: fc.Arbitrary<Schema> = any;

/** A schema and a changed one, as two releases have them: most of it is the same. */
export const twoReleases: fc.Arbitrary<[Schema, Schema]> = fc
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
