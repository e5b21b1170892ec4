import fc from 'fast-check';
import type { JsonSchema, Operation } from './open-api.js';

/** What is sent: a call with everything that a client can choose. */
export interface Case {
  operation: Operation;
  params: Record<string, string>;
  query: [string, string][];
  /** The bytes of the body, and what they are said to be. */
  body: { text: string; type: string } | undefined;
  headers: Record<string, string>;
}

const long = (text: string, times: number) => text.repeat(times);

/** Texts that broke shops before: operators, scripts, paths, encodings, templates, lengths. */
const hostileTexts = [
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
  long('a', 300),
  long('₹', 5_000),
  long('(', 500),
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
/** Fields that no client may decide (mass assignment). `__proto__` as an own key, as JSON.parse makes it. */
const smuggled = JSON.parse(
  '{"role":"admin","_id":"65a1b2c3d4e5f60718293a4d","userId":"65a1b2c3d4e5f60718293a4d","status":"Delivered","pricePaise":1,"totalPaise":1,"stock":999999,"holds":[],"outbox":[{"id":"x"}],"deletedAt":null,"passwordHash":"x","isAdmin":true,"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}},"$set":{"role":"admin"}}',
) as Record<string, unknown>;

const hostile = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(...hostileValues),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
);

/** Makes cases out of schemas: mostly what they allow, with something hostile in one place or another. */
export class Cases {
  /** @param ids things that exist, so that a case gets further than "not found" */
  constructor(
    private readonly schemas: Record<string, JsonSchema>,
    private readonly ids: readonly string[],
  ) {}

  /** Cases of one call. */
  of(operation: Operation): fc.Arbitrary<Case> {
    return fc.record({
      operation: fc.constant(operation),
      params: fc.record(Object.fromEntries(Object.keys(operation.params).map((name) => [name, this.parameter()]))),
      query: this.query(operation),
      body: operation.body ? this.body(operation.body) : fc.constant(undefined),
      headers: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: this.headers() }),
    });
  }

  private parameter(): fc.Arbitrary<string> {
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...this.ids) },
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
    return fc.array(fc.tuple(names, values), { maxLength: 4 });
  }

  private body(schema: JsonSchema): fc.Arbitrary<NonNullable<Case['body']>> {
    const json = 'application/json';
    const sent = (value: unknown) => ({ text: JSON.stringify(value) ?? '', type: json });
    const valid = this.value(schema, 0);
    const oneWrong = this.value(schema, 0.25);
    const smuggling = valid.map((value) => (value && typeof value === 'object' ? { ...smuggled, ...value } : value));
    const broken = fc.constantFrom(
      '',
      '{',
      '[]',
      'null',
      '"text"',
      '1',
      '{"a":1,}',
      '{"a":NaN}',
      '\uFEFF{}',
      `${long('[', 20_000)}`,
      `${long('{"a":', 5_000)}1${long('}', 5_000)}`,
      `{"${long('k', 100_000)}":1}`,
      JSON.stringify({ text: long('x', 2_000_000) }),
      '{"__proto__":{"role":"admin"}}',
    );
    return fc.oneof(
      { weight: 5, arbitrary: oneWrong.map(sent) },
      { weight: 2, arbitrary: valid.map(sent) },
      { weight: 2, arbitrary: smuggling.map(sent) },
      { weight: 1, arbitrary: hostile.map(sent) },
      { weight: 1, arbitrary: broken.map((text) => ({ text, type: json })) },
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
      { authorization: `Bearer ${long('a', 6_000)}` },
      { 'x-rangavalli-identity': 'e30.e30' },
      { 'x-request-id': long('x', 500) },
      { 'x-request-id': '<script>' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-http-method-override': 'DELETE' },
      { cookie: `a=${long('b', 3_000)}` },
      { origin: 'https://evil.example' },
      { 'accept-encoding': 'br;q=0, *;q=0' },
      { 'if-none-match': '*' },
      { range: 'bytes=0-0' },
      { expect: '' },
    );
  }

  /** A value of a schema; with the given chance something hostile stands in the place of each part. */
  private value(schema: JsonSchema, chance: number): fc.Arbitrary<unknown> {
    const fitting = this.fitting(schema, chance);
    return chance === 0
      ? fitting
      : fc.oneof(
          { weight: Math.round((1 - chance) * 100), arbitrary: fitting },
          { weight: Math.round(chance * 100), arbitrary: hostile },
        );
  }

  private fitting(schema: JsonSchema, chance: number): fc.Arbitrary<unknown> {
    if (schema.$ref) return this.fitting(this.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}, chance);
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices?.length) return fc.oneof(...choices.map((choice) => this.fitting(choice, chance)));
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
    if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'));
    return fc.string({ minLength, maxLength: Math.min(maxLength, 60) });
  }
}
