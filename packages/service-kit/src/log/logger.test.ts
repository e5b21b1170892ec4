import { createLogger } from './logger.js';

function log(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  createLogger('order', 'info', { write: (line) => lines.push(line) }).info(fields, 'request');
  return JSON.parse(lines[0] ?? '{}') as Record<string, unknown>;
}

test('redacts secrets in the objects of a line, by name', () => {
  const body = { password: 'p', token: 't', authorization: 'a', razorpay_signature: 's', email: 'asha@example.com' };
  expect(log({ body, headers: { authorization: 'a' }, status: 200, none: null })).toMatchObject({
    body: {
      password: '[redacted]',
      token: '[redacted]',
      authorization: '[redacted]',
      razorpay_signature: '[redacted]',
      email: 'asha@example.com',
    },
    headers: { authorization: '[redacted]' },
    status: 200,
    none: null,
  });
  expect(body.password).toBe('p');
});

test('redacts secrets of an error, and keeps its type, message and stack', () => {
  const { err } = log({ err: Object.assign(new TypeError('refused'), { token: 't', code: 'E1' }) });
  expect(err).toMatchObject({ type: 'TypeError', message: 'refused', token: '[redacted]', code: 'E1' });
  expect((err as { stack: string }).stack).toContain('TypeError: refused');
});
