import { fastify as server } from 'fastify';
import { AppError } from '../app-error.js';
import { respondEarly } from './early-responses.js';

const ID = '65a1b2c3d4e5f60718293a4d';

describe('public reads that are answered early', () => {
  const answering = (answer: () => Promise<object>) => {
    const app = server();
    respondEarly(app, { 'GET /products/getOne/{id}': answer });
    app.get('/products/getOne/:id', () => 'the route');
    app.setErrorHandler((error, _request, reply) =>
      reply
        .status(error instanceof AppError ? error.status : 500)
        .send({ code: error instanceof AppError ? error.code : String(error) }),
    );
    return app;
  };

  test('go out as JSON, written already or not, and never reach the route', async () => {
    for (const answer of [{ success: true }, Buffer.from('{"success":true}')]) {
      const { statusCode, headers, body } = await answering(async () => answer).inject(`/products/getOne/${ID}?n=1`);
      expect([statusCode, headers['content-type'], headers['content-length'], body]).toEqual([
        200,
        'application/json; charset=utf-8',
        '16',
        '{"success":true}',
      ]);
    }
  });

  test('are checked, and fail as every call does', async () => {
    const app = answering(async () => Promise.reject(new AppError('PRODUCT_NOT_FOUND')));
    expect((await app.inject(`/products/getOne/${ID}`)).json()).toEqual({ code: 'PRODUCT_NOT_FOUND' });
    expect((await app.inject('/products/getOne/nonsense')).json()).toEqual({ code: 'VALIDATION_FAILED' });
  });

  test('are reads that anybody may make, and no other calls', () => {
    for (const key of ['GET /cart', 'POST /products/create'] as const)
      expect(() => respondEarly(server(), { [key]: async () => ({}) })).toThrow(key);
  });
});
