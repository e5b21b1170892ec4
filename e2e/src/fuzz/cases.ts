import fc from 'fast-check';
import { internalAddressOf } from '../support/store.js';

export interface JsonSchema {
  $ref?: string;
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

export interface Operation {
  method: string;
  /** With `{parameters}`. */
  path: string;
  params: Record<string, JsonSchema>;
  query: Record<string, JsonSchema>;
  body: JsonSchema | undefined;
}

interface Document {
  components: { schemas: Record<string, JsonSchema> };
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string; schema: JsonSchema }[];
        requestBody?: { content: Record<string, { schema: JsonSchema }> };
      }
    >
  >;
}

export async function readOpenApi(): Promise<{ operations: Operation[]; schemas: Record<string, JsonSchema> }> {
  const response = await fetch(`${internalAddressOf('gateway')}/api/docs/openapi.json`);
  const { paths, components } = (await response.json()) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): Operation => {
      const pick = (location: string) =>
        Object.fromEntries(parameters.filter((one) => one.in === location).map(({ name, schema }) => [name, schema]));
      return {
        method: method.toUpperCase(),
        path,
        params: pick('path'),
        query: pick('query'),
        body: requestBody?.content['application/json']?.schema,
      };
    }),
  );
  return { operations, schemas: components.schemas };
}

export interface Case {
  operation: Operation;
  params: Record<string, string>;
  query: [string, string][];
  /** With its content type, which may be wrong. */
  body: { text: string; type: string } | undefined;
  headers: Record<string, string>;
}

/** Operators, scripts, paths, encodings, templates, lengths. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\u0000admin',
  '\uFEFF',
  '\uD800',
  '\u202Egnp.exe',
  '%00',
  '%',
  '%2e%2e%2f',
  '../../etc/passwd',
  '..\\..\\',
  '/',
  '//evil.example',
  '{',
  '${7*7}',
  '{{7*7}}',
  "' OR 1=1 --",
  '"; return true; //',
  '{"$ne":""}',
  '$where',
  '__proto__',
  'constructor',
  'toString',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '0x10',
  '1.7976931348623157e308',
  'true',
  '[]',
  '\r\nset-cookie: a=b',
  'ﬁ',
  'İ',
  '𝒳',
  '\u0C30\u0C02\u0C17',
  'a'.repeat(300),
  '₹'.repeat(5_000),
  '('.repeat(500),
];
const hostileNumbers = [
  -1,
  -0,
  0.5,
  1e9,
  1e21,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  2 ** 32,
  0.1 + 0.2,
  1e-9,
];
const hostileValues: unknown[] = [
  null,
  true,
  false,
  {},
  [],
  [[]],
  [null],
  { $ne: '' },
  { $gt: '' },
  { $where: 'sleep(1000)' },
  { $regex: '.*' },
  { toString: 1 },
  { length: 1e9 },
  { '': '' },
  { 'a.b': 1 },
  { $set: { role: 'admin' } },
  Array.from({ length: 1_000 }, () => 0),
];
/** Mass assignment. JSON.parse creates `__proto__` as an own key. */
const forbiddenFields = JSON.parse(`{
  "role": "admin", "_id": "65a1b2c3d4e5f60718293a4d", "userId": "65a1b2c3d4e5f60718293a4d", "status": "Delivered",
  "pricePaise": 1, "totalPaise": 1, "stock": 999999, "holds": [], "outbox": [{ "id": "x" }], "deletedAt": null,
  "passwordHash": "x", "isAdmin": true, "__proto__": { "role": "admin" },
  "constructor": { "prototype": { "role": "admin" } }, "$set": { "role": "admin" }
}`) as Record<string, unknown>;

const hostile = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(...hostileValues),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
);

const textsByPattern = new Map<string, fc.Arbitrary<string>>();

/** Kept: a class such as `\P{Cc}` goes through all code points, half a second each time. */
function matching(pattern: string): fc.Arbitrary<string> {
  const texts = textsByPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  textsByPattern.set(pattern, texts);
  return texts;
}

export class Cases {
  /** @param ids of existing records, so that not every case is a 404 */
  constructor(
    private readonly schemas: Record<string, JsonSchema>,
    private readonly ids: readonly string[],
  ) {}

  of(operation: Operation): fc.Arbitrary<Case> {
    return fc.record({
      operation: fc.constant(operation),
      params: fc.record(
        Object.fromEntries(Object.entries(operation.params).map(([name, schema]) => [name, this.parameter(schema)])),
      ),
      query: this.query(operation),
      body: operation.body ? this.body(operation.body) : fc.constant(undefined),
      headers: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: this.headers() }),
    });
  }

  private parameter(schema: JsonSchema): fc.Arbitrary<string> {
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...this.ids) },
      { weight: 3, arbitrary: this.valid(schema, 0).map(String) },
      { weight: 2, arbitrary: fc.stringMatching(/^[0-9a-f]{24}$/) },
      { weight: 2, arbitrary: fc.constantFrom(...hostileTexts).filter((text) => text !== '') },
    );
  }

  private query({ query }: Operation): fc.Arbitrary<[string, string][]> {
    const names = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...Object.keys(query), 'page') },
      { weight: 1, arbitrary: fc.constantFrom('__proto__', '$where', 'q[$ne]', 'page[]', 'constructor') },
    );
    const values = fc.oneof(
      fc.constantFrom(...hostileTexts),
      fc.constantFrom('1', '2', 'saree', 'silk', 'S', 'price-asc', 'true', '100', '5000'),
      fc.string({ maxLength: 40 }),
    );
    const valid = Object.fromEntries(Object.entries(query).map(([name, schema]) => [name, this.valid(schema, 0)]));
    return fc.oneof(
      fc.array(fc.tuple(names, values), { maxLength: 4 }),
      fc
        .record(valid, { requiredKeys: [] })
        .map((chosen) => Object.entries(chosen).map(([name, value]): [string, string] => [name, String(value)])),
    );
  }

  private body(schema: JsonSchema): fc.Arbitrary<NonNullable<Case['body']>> {
    const json = 'application/json';
    const toJson = (value: unknown) => ({ text: JSON.stringify(value) ?? '', type: json });
    const valid = this.value(schema, 0);
    const partlyHostile = this.value(schema, 0.25);
    const withForbidden = valid.map((value) =>
      value && typeof value === 'object' ? { ...forbiddenFields, ...value } : value,
    );
    const malformed = fc.constantFrom(
      '',
      '{',
      '[]',
      'null',
      '"text"',
      '1',
      '{"a":1,}',
      '{"a":NaN}',
      '\uFEFF{}',
      '['.repeat(20_000),
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      `{"${'k'.repeat(100_000)}":1}`,
      JSON.stringify({ text: 'x'.repeat(2_000_000) }),
      '{"__proto__":{"role":"admin"}}',
    );
    return fc.oneof(
      { weight: 5, arbitrary: partlyHostile.map(toJson) },
      { weight: 2, arbitrary: valid.map(toJson) },
      { weight: 2, arbitrary: withForbidden.map(toJson) },
      { weight: 1, arbitrary: hostile.map(toJson) },
      { weight: 1, arbitrary: malformed.map((text) => ({ text, type: json })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            valid,
            fc.constantFrom(
              'text/plain',
              'application/x-www-form-urlencoded',
              'multipart/form-data; boundary=x',
              'application/xml',
              'application/json; charset=utf-16',
              '',
            ),
          )
          .map(([value, type]) => ({ text: JSON.stringify(value) ?? '', type })),
      },
    );
  }

  private headers(): fc.Arbitrary<Record<string, string>> {
    return fc.constantFrom<Record<string, string>>(
      { authorization: 'Bearer ' },
      { authorization: 'Bearer a.b.c' },
      { authorization: 'Basic YWRtaW46YWRtaW4=' },
      { authorization: `Bearer ${'a'.repeat(6_000)}` },
      { 'x-rangavalli-identity': 'e30.e30' },
      { 'x-request-id': 'x'.repeat(500) },
      { 'x-request-id': '<script>' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-http-method-override': 'DELETE' },
      { cookie: `a=${'b'.repeat(3_000)}` },
      { origin: 'https://evil.example' },
      { 'accept-encoding': 'br;q=0, *;q=0' },
      { 'if-none-match': '*' },
      { range: 'bytes=0-0' },
      { expect: '' },
    );
  }

  /** @param chance of a hostile value in place of each part */
  private value(schema: JsonSchema, chance: number): fc.Arbitrary<unknown> {
    const valid = this.valid(schema, chance);
    return chance === 0
      ? valid
      : fc.oneof(
          { weight: Math.round((1 - chance) * 100), arbitrary: valid },
          { weight: Math.round(chance * 100), arbitrary: hostile },
        );
  }

  private valid(schema: JsonSchema, chance: number): fc.Arbitrary<unknown> {
    if (schema.$ref) {
      const referenced = this.schemas[schema.$ref.replace('#/components/schemas/', '')];
      if (!referenced) throw new Error(`the OpenAPI document has no ${schema.$ref}`);
      return this.valid(referenced, chance);
    }
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices?.length) return fc.oneof(...choices.map((choice) => this.valid(choice, chance)));
    switch (schema.type) {
      case 'string':
        return this.text(schema);
      case 'integer':
        return fc.integer({
          min: Math.max(schema.minimum ?? -1_000, -1_000_000),
          max: Math.min(schema.maximum ?? 1_000, 10_000),
        });
      case 'number':
        return fc
          .integer({
            min: Math.max(schema.minimum ?? -1_000, -1_000_000) * 100,
            max: Math.min(schema.maximum ?? 100_000, 1_000_000) * 100,
          })
          .map((hundredths) => hundredths / 100);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(this.value(schema.items ?? {}, chance), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 4, 4),
        });
      case 'object': {
        const parts = Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, part]) => [name, this.value(part, chance)]),
        );
        return fc.record(parts, chance === 0 ? { requiredKeys: schema.required ?? [] } : { requiredKeys: [] });
      }
      default:
        return hostile;
    }
  }

  private text({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
    if (pattern === '^[0-9a-f]{24}$') return fc.constantFrom(...this.ids);
    if (format === 'email') return fc.constantFrom('nobody@example.com', 'a+b@example.co.in', 'UPPER@EXAMPLE.COM');
    if (format === 'uuid') return fc.uuid();
    if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    if (pattern) return matching(pattern);
    return fc.string({ minLength, maxLength: Math.min(maxLength, 60) });
  }
}
