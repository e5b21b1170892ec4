import mongoose from 'mongoose';
import { AppError } from '../app-error.js';
import { toAppError } from './error.filter.js';

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
