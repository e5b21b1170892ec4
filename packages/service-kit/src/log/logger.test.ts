import { createLogger, nestLogger } from './logger.js';

function log(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  createLogger('order', 'info', { write: (line) => lines.push(line) }).info(fields, 'request');
  return JSON.parse(lines[0] ?? '{}') as Record<string, unknown>;
}

test('redacts secrets and contacts in the objects of a line, by name', () => {
  const secrets = { password: 'p', token: 't', authorization: 'a', razorpay_signature: 's' };
  const body = { ...secrets, email: 'asha@example.com', phone: '9876543210', quantity: 2 };
  expect(log({ body, headers: { authorization: 'a' }, status: 200, none: null })).toMatchObject({
    body: {
      password: '[redacted]',
      token: '[redacted]',
      authorization: '[redacted]',
      razorpay_signature: '[redacted]',
      email: '[redacted]',
      phone: '[redacted]',
      quantity: 2,
    },
    headers: { authorization: '[redacted]' },
    status: 200,
    none: null,
  });
  expect(body.password).toBe('p');
});

describe('of an error', () => {
  const write = (error: unknown) => (log({ err: error }) as { err: Record<string, unknown> }).err;

  test('type, code, status, message, stack and causes are kept, no other property', () => {
    const cause = new RangeError('no route to the mail server');
    const error = Object.assign(new TypeError('refused', { cause }), {
      code: 'E1',
      status: 503,
      rejected: ['asha@example.com'],
      rejectedErrors: [{ recipient: 'asha@example.com' }],
    });
    const { stack, ...fields } = write(error);
    const message = 'refused: no route to the mail server';
    expect(fields).toEqual({ type: 'TypeError', code: 'E1', status: 503, message });
    expect(stack).toContain('TypeError: refused');
    expect(stack).toContain('caused by: RangeError: no route');
    expect(stack).toMatch(/logger\.test\.\w+:\d+:\d+/);
  });

  test.each([
    ['450 4.2.0 <asha@example.com>: greylisted', '450 4.2.0 <[redacted]>: greylisted'],
    ['E11000 dup key: { email: "asha.rao+saree@example.co.in" }', 'E11000 dup key: { email: "[redacted]" }'],
    ['GET /v1?to=asha%40example.com&from=shop failed', 'GET /v1?to=[redacted]&from=shop failed'],
    ['no account at +919876543210, 919876543210 or 9876543210.', 'no account at [redacted], [redacted] or [redacted].'],
    ['{"to":"9876543210","mobile":"+44 20 7946 0958"}', '{"to":"[redacted]","mobile":"[redacted]"}'],
    ['GET /v1?to=%2B919876543210 failed', 'GET /v1?to=[redacted] failed'],
  ])('contacts in the texts are redacted: %s', (text, redacted) => {
    const { message, stack } = write(new Error('refused', { cause: new Error(text) }));
    expect(message).toBe(`refused: ${redacted}`);
    expect(stack).toContain(`caused by: Error: ${redacted}`);
    expect(stack).not.toContain(text);
    expect(write(text)).toEqual({ type: 'string', message: redacted });
  });

  test.each([
    'order RV-26-0042174, RV-26-123456789012 and 65a1b2c3d4e5f60718293a4b',
    '123456789012345678901234 and 01234567-89ab-4cde-8f01-234567890123',
    'pay_29QQoUBi66xm2f, rfnd_1234567890 and order_Abc1234567890',
    'connect ECONNREFUSED 127.0.0.1:27017 after 2026-10-05T12:30:45.123Z, 1790000000000 ms',
    'at start (file:///shop/node_modules/@nestjs/core/nest.js?time=1790000000000:1204:17)',
  ])('%s stays readable', (text) => {
    expect(write(new Error(text))['message']).toBe(text);
  });
});

test('lines of Nest contain no contacts', () => {
  const lines: string[] = [];
  const logger = nestLogger(createLogger('order', 'info', { write: (line) => lines.push(line) }));
  const error = new Error('450 <asha@example.com>');
  logger.error(error);
  logger.error(error.message, error.stack, 'ExceptionsHandler');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    '450 <[redacted]>',
    '450 <[redacted]>',
  ]);
  expect(lines.join('')).not.toContain('asha');
});
