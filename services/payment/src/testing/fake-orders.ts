import { isActive, type OrderState } from '../admin/order-matching.service.js';
import { createOrderNumber, type PaymentFixture } from './payment-fixture.js';

/** The order service in memory. */
export class FakeOrders {
  private readonly states = new Map<string, OrderState>();
  isDown = false;
  /** How many requests for states arrived. */
  stateRequests = 0;

  constructor({ service }: PaymentFixture) {
    service.nats.subscribe('rpc.order.states.get', {
      callback: (_error, message) => {
        this.stateRequests += 1;
        const { orderIds } = message.json<{ orderIds: string[] }>();
        const orders = orderIds.flatMap((id) => this.states.get(id) ?? []);
        if (!this.isDown) message.respond(JSON.stringify({ ok: true, data: { orders } }));
      },
    });
    service.nats.subscribe('rpc.order.payment.reject', {
      callback: (_error, message) => {
        const order = this.states.get(message.json<{ orderId: string }>().orderId);
        const isOpen = ['opening', 'checkout', 'paid'].includes(order?.phase ?? '');
        const outcome = isActive(order) ? 'paid' : isOpen ? 'open' : 'rejected';
        if (!this.isDown) message.respond(JSON.stringify({ ok: true, data: { outcome } }));
      },
    });
  }

  set(orderId: string, phase: string, status?: string): void {
    this.states.set(orderId, {
      orderId,
      orderNumber: createOrderNumber(),
      phase,
      ...(status ? { status } : {}),
      totalPaise: 499_900,
    });
  }
}
