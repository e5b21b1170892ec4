import { randomUUID } from 'node:crypto';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import type { TaxDocument } from '@rangavalli/contracts/entities/invoice';
import type { EventData } from '@rangavalli/contracts/events';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createId } from '../testing/fake-shop.js';
import { billing, OrderFixture } from '../testing/order-fixture.js';

const owner = buildIdentity({ id: createId(), role: 'owner', name: 'Meera', email: 'meera@example.com' });

describe('cancelled items', () => {
  let fixture: OrderFixture;
  const decided: EventData<'order.lines.cancelled'>[] = [];
  const cancelledOrders: EventData<'order.cancelled'>[] = [];
  beforeAll(async () => {
    fixture = await OrderFixture.start();
    fixture.service.nats.subscribe('order.lines.cancelled', {
      callback: (_error, message) =>
        void decided.push(message.json<{ data: EventData<'order.lines.cancelled'> }>().data),
    });
    fixture.service.nats.subscribe('order.cancelled', {
      callback: (_error, message) =>
        void cancelledOrders.push(message.json<{ data: EventData<'order.cancelled'> }>().data),
    });
  });
  afterAll(() => fixture.stop());

  const cancel = (as: Identity, orderId: string, quantity: number, requestId: string = randomUUID()) =>
    fixture.service.call(
      'POST /orders/{orderId}/lines/cancel',
      { params: { orderId }, body: { requestId, lines: [{ lineId: '1', quantity }] } },
      as,
    );
  const setStatus = (orderId: string, status: 'Shipped' | 'Delivered' | 'Cancelled') =>
    fixture.service.call('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status } }, owner);
  const documentOf = async (orderId: string, creditNote?: number) => {
    const query = { format: 'json' as const, ...(creditNote ? { creditNote } : {}) };
    const { body } = await fixture.service.call('GET /orders/{orderId}/invoice', { params: { orderId }, query }, owner);
    return body as unknown as { invoice: TaxDocument; creditNotes: number };
  };
  const restockedOf = (orderId: string): number =>
    [...new Map(decided.filter((one) => one.orderId === orderId).map((one) => [one.returnId, one])).values()]
      .flatMap(({ restocked }) => restocked)
      .reduce((sum, { quantity }) => sum + quantity, 0);

  it('are refunded and restocked once, and are on no invoice', async () => {
    const { as, orderId, payment } = await fixture.place({ quantity: 3 });
    const requestId = randomUUID();
    const results = await Promise.all([1, 2, 3].map(() => cancel(as, orderId, 1, requestId)));
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(results[0]?.body.message).toBe(
      'The items are cancelled. ₹2,500 is refunded to the original payment method.',
    );
    expect(results[0]?.body.order.products[0]).toMatchObject({ quantity: 3, cancelled: 1 });
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([250_000]));
    await eventually(() => expect(restockedOf(orderId)).toBe(1));
    expect((await cancel(as, orderId, 3)).body).toMatchObject({ code: 'ORDER_LINES_NOT_CANCELLABLE' });
    expect((await cancel(fixture.buildCustomer(), orderId, 1)).body).toMatchObject({ code: 'ORDER_NOT_FOUND' });

    await setStatus(orderId, 'Delivered');
    const { invoice, creditNotes } = await documentOf(orderId);
    expect([invoice.lines[0]?.quantity, invoice.totalPaise, creditNotes]).toEqual([2, 500_000, 0]);
    expect((await cancel(as, orderId, 1)).body).toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' });
    const lines = [{ lineId: '1', quantity: 2, reason: 'size', outcome: 'credit' as const }];
    const { body } = await fixture.service.call('POST /returns', { body: { orderId, lines } }, as);
    const accept = { params: { id: body.return.id }, body: { lines: [{ lineId: '1', accepted: true }] } };
    await fixture.service.call('POST /returns/{id}/decision', accept, owner);
    await eventually(async () => expect((await documentOf(orderId)).creditNotes).toBe(1));
    expect((await documentOf(orderId, 1)).invoice).toMatchObject({ totalPaise: 500_000, reason: 'Goods returned' });
    const { balancePaise } = await fixture.service.app
      .get(Commands)
      .request('rpc.payment.credit.get', { userId: as.id });
    expect([balancePaise, await fixture.listRefunds(payment)]).toEqual([500_000, [250_000]]);
  });

  it('reduce the cash on delivery', async () => {
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct({ unitPaise: 100_000 }), 2]);
    const body = { amount: 2_049, method: 'cod' as const, billing };
    const checkout = (await fixture.service.call('POST /payments/create-order', { body }, as)).body;
    const { orderNumber, orderId } = checkout;
    const confirmation = { body: { orderNumber, code: fixture.shop.codeOf(orderNumber) } };
    await fixture.service.call('POST /orders/cod/confirm', confirmation, as);
    const cancelled = await cancel(as, orderId, 1);
    // Half of the fee of 49 rupees belongs to each unit.
    expect(cancelled.body.message).toBe('The items are cancelled. ₹1,024.50 is still to be paid on delivery.');
    await setStatus(orderId, 'Delivered');
    expect((await fixture.findRecord(orderId)).cash).toMatchObject({ state: 'collected', duePaise: 102_450 });
    expect((await documentOf(orderId)).invoice.totalPaise).toBe(102_450);
  });

  it('after the dispatch of others have a credit note; dispatched ones cannot be cancelled', async () => {
    const { as, orderId, payment } = await fixture.place({ quantity: 2 });
    await fixture.moveParcel(orderId, 'picked_up');
    await eventually(async () => expect((await fixture.findRecord(orderId)).status).toBe('Shipped'));
    expect((await documentOf(orderId)).invoice.totalPaise).toBe(500_000);
    expect((await cancel(as, orderId, 1)).body).toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' });
    expect((await cancel(owner, orderId, 2)).body).toMatchObject({ code: 'ORDER_LINES_NOT_CANCELLABLE' });
    await fixture.moveParcel(orderId, 'delivered');
    await eventually(async () => expect((await fixture.findRecord(orderId)).deliveries).toHaveLength(1));
    expect((await cancel(owner, orderId, 1)).status).toBe(200);
    await eventually(async () => expect((await fixture.findRecord(orderId)).status).toBe('Delivered'));
    await eventually(async () => expect((await documentOf(orderId)).creditNotes).toBe(1));
    expect((await documentOf(orderId, 1)).invoice).toMatchObject({ totalPaise: 250_000, reason: 'Items cancelled' });
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([250_000]));
    expect((await cancel(owner, orderId, 1)).body).toMatchObject({ code: 'ORDER_LINES_NOT_CANCELLABLE' });
  });

  it('are not restocked when they came back damaged', async () => {
    const bringBack = async (orderId: string) => {
      await fixture.moveParcel(orderId, 'picked_up');
      await fixture.moveParcel(orderId, 'rto');
      for (const _time of [1, 2]) await fixture.moveParcel(orderId, 'rto', { isDamaged: true });
      await eventually(async () => expect((await fixture.findRecord(orderId)).damaged).toHaveLength(1));
      expect((await setStatus(orderId, 'Cancelled')).status).toBe(200);
    };
    const cancelledOf = (orderId: string) => cancelledOrders.find((one) => one.orderId === orderId);
    const whole = await fixture.place({ quantity: 2 });
    await bringBack(whole.orderId);
    const damaged = [{ productId: whole.productId, size: '', quantity: 1 }];
    await eventually(() => expect(cancelledOf(whole.orderId)).toMatchObject({ damaged }));

    const { as, orderId } = await fixture.place({ quantity: 3 });
    expect((await cancel(as, orderId, 1)).status).toBe(200);
    await bringBack(orderId);
    await eventually(() => expect([cancelledOf(orderId)?.isSettled, restockedOf(orderId)]).toEqual([true, 2]));
    expect(cancelledOf(orderId)?.damaged).toBeUndefined();
  });

  it('count together against the limit of staff, but not those that the customer cancelled', async () => {
    const support = buildIdentity({ id: createId(), role: 'support', name: 'Ravi', email: 'ravi@example.com' });
    const keys: string[] = [];
    fixture.service.nats.subscribe('rpc.payment.refund.check', {
      callback: (_error, message) =>
        void keys.push(message.json<CommandRequest<'rpc.payment.refund.check'>>().razorpayPaymentId),
    });
    const productId = fixture.shop.addProduct({ unitPaise: 6_000_000 });
    const { as, orderId } = await fixture.place({ productId, quantity: 4 });
    expect((await cancel(as, orderId, 1)).status).toBe(200);
    expect((await cancel(support, orderId, 1)).status).toBe(200);
    const requestId = randomUUID();
    for (const _time of [1, 2])
      expect((await cancel(support, orderId, 1, requestId)).body).toMatchObject({ code: 'REFUND_LIMIT' });
    expect((await cancel(owner, orderId, 1, requestId)).status).toBe(200);
    const [first, second, repeated] = keys;
    expect([keys.length, second === first, repeated === second]).toEqual([3, false, true]);
  });

  it('cancel the order with its last unit, and each unit is refunded and restocked once', async () => {
    const { as, orderId, payment } = await fixture.place({ quantity: 3 });
    await cancel(as, orderId, 1);
    const rest = await cancel(as, orderId, 2);
    expect([rest.body.order.status, rest.body.order.paymentState]).toEqual(['Cancelled', 'refunded']);
    await eventually(async () =>
      expect((await fixture.listRefunds(payment)).toSorted((one, other) => one - other)).toEqual([250_000, 500_000]),
    );
    await eventually(() => expect(restockedOf(orderId)).toBe(3));
    // An event may be published twice.
    await eventually(() =>
      expect(
        new Set(cancelledOrders.filter((one) => one.orderId === orderId).map(({ isSettled }) => isSettled)),
      ).toEqual(new Set([true])),
    );
    const whole = await fixture.place({ quantity: 2 });
    expect((await cancel(whole.as, whole.orderId, 2)).body.message).toBe('The order is cancelled.');
    await eventually(async () => expect(await fixture.listRefunds(whole.payment)).toEqual([500_000]));
  });
});
