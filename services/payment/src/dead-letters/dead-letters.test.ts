import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { anId, PaymentBench } from '../testing/payment-bench.js';

const admin: Identity = { id: anId(), role: 'admin', name: 'Shop', email: 'shop@example.com' };

describe('dead letters at the desk', () => {
  let bench: PaymentBench;

  beforeAll(async () => {
    bench = await PaymentBench.start();
  });
  afterAll(() => bench.stop());

  const list = async () => (await bench.service.call('GET /payments/dead-letters', {}, admin)).body.deadLetters;
  const replay = (sequence: string) =>
    bench.service.call('POST /payments/dead-letters/{sequence}/replay', { params: { sequence } }, admin);

  it('are shown with who failed and why, and told again once', async () => {
    expect(await list()).toEqual([]);
    const event = JSON.stringify({ odd: true });
    bench.service.nats.publish('order.cancelled', event);
    await eventually(async () =>
      expect(await list()).toMatchObject([{ service: 'payment', subject: 'order.cancelled', attempts: 1, event }]),
    );
    const [{ sequence } = { sequence: 0 }] = await list();
    expect((await replay(String(sequence))).status).toBe(200);
    // It is as bad as before: it comes back under another number.
    await eventually(async () => expect((await list()).map((letter) => letter.sequence)).toEqual([sequence + 1]));
    expect(await replay(String(sequence))).toMatchObject({ status: 404, body: { code: 'DEAD_LETTER_NOT_FOUND' } });
    expect((await replay('first')).status).toBe(400);
  });
});
