import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { admin, customer, startTestNotification, type TestNotification } from '../testing/test-notification.js';

describe('dead letters', () => {
  let service: TestNotification;

  beforeAll(async () => {
    service = await startTestNotification();
  });
  afterAll(() => service.stop());

  const list = async () => (await service.call('GET /operations/dead-letters', {}, admin)).body.deadLetters;
  const replay = (sequence: string) =>
    service.call('POST /operations/dead-letters/{sequence}/replay', { params: { sequence } }, admin);

  it('are listed with consumer and error, and replayed once', async () => {
    expect(await list()).toEqual([]);
    const event = JSON.stringify({ odd: true });
    service.nats.publish('order.placed', event);
    await eventually(async () =>
      expect(await list()).toMatchObject([{ service: 'notification', subject: 'order.placed', attempts: 1, event }]),
    );
    const [{ sequence } = { sequence: 0 }] = await list();
    expect((await replay(String(sequence))).status).toBe(200);
    // The event is still invalid: it returns under another sequence number.
    await eventually(async () => expect((await list()).map((one) => one.sequence)).toEqual([sequence + 1]));
    expect(await replay(String(sequence))).toMatchObject({ status: 404, body: { code: 'DEAD_LETTER_NOT_FOUND' } });
    expect((await replay('first')).status).toBe(400);
    const { entries } = (await service.call('GET /operations/audit', { query: { subject: 'event' } }, admin)).body;
    expect(entries).toMatchObject([{ action: 'event.replayed', subjectId: String(sequence), actor: { id: admin.id } }]);
  });

  it('are for admins only', async () => {
    expect((await service.call('GET /operations/dead-letters', {}, customer)).status).toBe(403);
  });
});
