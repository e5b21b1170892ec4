import fc from 'fast-check';
import type { JsonSchema } from '../slice-contract.js';

const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.example$/),
  uuid: fc.uuid(),
};

/** Values that a schema of the contracts takes: of what is written down, nothing more. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (branches) return fc.oneof(...branches.map(valuesOf));
  if (Array.isArray(schema.type))
    return fc.oneof(...(schema.type as string[]).map((type) => valuesOf({ ...schema, type } as JsonSchema)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectsOf(schema);
    case 'array':
      return fc.array(valuesOf((schema.items ?? {}) as JsonSchema), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? Infinity, (schema.minItems ?? 0) + 3),
      });
    case 'string':
      return textsOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? Math.max(1000, schema.minimum ?? 0) });
    case 'number':
      return fc
        .double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? Math.max(1e6, schema.minimum ?? 0), noNaN: true })
        .map((value) => value + 0);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function textsOf(schema: JsonSchema): fc.Arbitrary<string> {
  const known = schema.format ? texts[schema.format] : undefined;
  if (known) return known;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  const minLength = schema.minLength ?? 0;
  return fc.string({ minLength, maxLength: Math.min(schema.maxLength ?? minLength + 6, minLength + 6) });
}

function objectsOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const written = fc.record(
    Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, one]) => [
        name,
        valuesOf(one),
      ]),
    ),
    {
      requiredKeys: (schema.required ?? []).filter((name) => name in (schema.properties ?? {})),
      noNullPrototype: true,
    },
  );
  const rest = schema.additionalProperties;
  if (typeof rest !== 'object' || rest === null || Object.keys(rest).length === 0) return written;
  const listed = (schema.propertyNames as JsonSchema | undefined)?.enum;
  const names = listed
    ? (valuesOf(schema.propertyNames as JsonSchema) as fc.Arbitrary<string>)
    : fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.stringMatching(/^x[a-z]{0,3}$/));
  const more = fc.dictionary(names, valuesOf(rest), { maxKeys: 3, noNullPrototype: true });
  const needed = (schema.required ?? []).filter((name) => !(name in (schema.properties ?? {})));
  const always = fc.record(Object.fromEntries(needed.map((name) => [name, valuesOf(rest)])), { noNullPrototype: true });
  return fc.tuple(more, always, written).map((parts) => Object.assign({}, ...parts) as unknown);
}
