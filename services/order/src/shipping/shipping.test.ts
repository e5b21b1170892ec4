import { Commands } from '@rangavalli/service-kit/commands/commands';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createId } from '../testing/fake-shop.js';
import { OrderFixture } from '../testing/order-fixture.js';

const owner = buildIdentity({ id: createId(), role: 'owner', name: 'Meera', email: 'meera@example.com' });

describe('the parcels of an order', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const created = { isDispatched: false };
  const delivered = { isDelivered: true };
  const hasStatus = (orderId: string, status: string) =>
    eventually(async () => expect((await fixture.findRecord(orderId)).status).toBe(status));

  it('move its status forward, whatever order their events arrive in', async () => {
    const { orderId } = await fixture.place();
    await fixture.moveParcel(orderId, 'created', created);
    await hasStatus(orderId, 'Processing');
    await fixture.moveParcel(orderId, 'picked_up');
    await hasStatus(orderId, 'Shipped');
    await fixture.moveParcel(orderId, 'delivered', delivered);
    await hasStatus(orderId, 'Delivered');
    await fixture.moveParcel(orderId, 'picked_up');
    const other = await fixture.place();
    await fixture.moveParcel(other.orderId, 'created', created);
    await hasStatus(other.orderId, 'Processing');
    const { status, history } = await fixture.findRecord(orderId);
    expect([status, history.filter(({ to }) => to).map(({ to, by }) => `${to} by ${by}`)]).toEqual([
      'Delivered',
      ['Processing by system', 'Shipped by system', 'Delivered by system'],
    ]);
  });

  it('are packed for the recipient, with messages, personalisation and the shop as the sender', async () => {
    const { orderId } = await fixture.place();
    const { lines } = await fixture.findRecord(orderId);
    const personalisation = [{ label: 'Blouse size', value: '38' }];
    const written = { note: 'Ring twice', giftMessage: 'With love', lines: [{ ...lines[0], personalisation }] };
    await fixture.model.updateOne({ _id: orderId }, { $set: written });
    const reply = await fixture.service.app.get(Commands).request('rpc.order.shipping.get', { orderId });
    expect(reply).toMatchObject({
      note: 'Ring twice',
      giftMessage: 'With love',
      recipient: { name: 'Asha Rao', pincode: '500092' },
      sender: { name: 'Rangavalli' },
      lines: [{ personalisation }],
    });
    expect(reply.revision).toBeGreaterThanOrEqual(0);
  });

  it('leave a cancelled order as it is', async () => {
    const { orderId } = await fixture.place();
    const cancel = { params: { orderId }, body: { status: 'Cancelled' as const } };
    await fixture.service.call('PUT /orders/admin/{orderId}', cancel, owner);
    await fixture.moveParcel(orderId, 'picked_up');
    const other = await fixture.place();
    await fixture.moveParcel(other.orderId, 'created', created);
    await hasStatus(other.orderId, 'Processing');
    expect((await fixture.findRecord(orderId)).status).toBe('Cancelled');
  });
});
