import { fastify as server } from 'fastify';
import { AppError } from '../app-error.js';
import { serveEarly } from './early-reads.js';

const ID = '65a1b2c3d4e5f60718293a4d';

describe('serveEarly', () => {
  const serverWith = (handler: () => Promise<object>) => {
    const app = server();
    serveEarly(app, { 'GET /products/getOne/{id}': handler });
    app.get('/products/getOne/:id', () => 'route');
    app.setErrorHandler((error, _request, reply) =>
      reply
        .status(error instanceof AppError ? error.status : 500)
        .send({ code: error instanceof AppError ? error.code : String(error) }),
    );
    return app;
  };

  test('sends objects and buffers as JSON and bypasses the route', async () => {
    for (const body of [{ success: true }, Buffer.from('{"success":true}')]) {
      const response = await serverWith(async () => body).inject(`/products/getOne/${ID}?n=1`);
      const { statusCode, headers } = response;
      expect([statusCode, headers['content-type'], headers['content-length'], response.body]).toEqual([
        200,
        'application/json; charset=utf-8',
        '16',
        '{"success":true}',
      ]);
    }
  });

  test('validates the input and passes errors to the error handler', async () => {
    const app = serverWith(async () => Promise.reject(new AppError('PRODUCT_NOT_FOUND')));
    expect((await app.inject(`/products/getOne/${ID}`)).json()).toEqual({ code: 'PRODUCT_NOT_FOUND' });
    expect((await app.inject('/products/getOne/nonsense')).json()).toEqual({ code: 'VALIDATION_FAILED' });
  });

  test('accepts public reads only', () => {
    for (const key of ['GET /cart', 'POST /products/create'] as const)
      expect(() => serveEarly(server(), { [key]: async () => ({}) })).toThrow(key);
  });
});
