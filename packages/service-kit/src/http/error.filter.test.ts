import type { ArgumentsHost } from '@nestjs/common';
import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { AppError } from '../app-error.js';
import { ErrorFilter, toAppError } from './error.filter.js';

const { MongoNetworkError, MongoServerError } = mongoose.mongo;

describe('toAppError', () => {
  it('returns an AppError unchanged', () => {
    const error = new AppError('CART_EMPTY');
    expect(toAppError(error)).toBe(error);
  });

  it.each([
    ['a broken connection to the database', new MongoNetworkError('connection closed')],
    ['a database that stops', new MongoServerError({ message: 'terminating connection', code: 91 })],
    ['a database that elects a primary', new MongoServerError({ message: 'not primary', code: 10107 })],
  ])('converts %s to UNAVAILABLE', (_what, error) => {
    expect(toAppError(error)).toMatchObject({ code: 'UNAVAILABLE', cause: error });
  });

  it.each([
    ['a program error', new TypeError('x is not a function')],
    ['a rejected command', new MongoServerError({ message: 'bad value', code: 2 })],
  ])('converts %s to INTERNAL', (_what, error) => {
    expect(toAppError(error)).toMatchObject({ code: 'INTERNAL', cause: error });
  });
});

it('logs the code and the cause of an error, not its message, which may quote a provider', () => {
  const lines: unknown[] = [];
  const logger = { error: (line: unknown, message: string) => lines.push([line, message]) } as unknown as Logger;
  const response = { status: () => response, send: () => undefined };
  const http = {
    getRequest: () => ({ method: 'POST', routeOptions: { url: '/parcels' } }),
    getResponse: () => response,
  };
  const host = { getType: () => 'http', switchToHttp: () => http } as unknown as ArgumentsHost;
  const cause = new Error('unexpected response');
  const message = 'The courier responded: bad address 12 Temple Road';
  new ErrorFilter(logger).catch(new AppError('COURIER_UNAVAILABLE', { message, cause }), host);
  expect(lines).toEqual([
    [
      { err: cause, method: 'POST', route: '/parcels' },
      'The courier does not respond at the moment. Please try again.',
    ],
  ]);
});
