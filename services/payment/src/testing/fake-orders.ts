import type { Standing } from '../desk/standings.js';
import type { PaymentBench } from './payment-bench.js';

/** The order service as the desk knows it: it says where orders stand, or is away. */
export class FakeOrders {
  private readonly known = new Map<string, Standing>();
  away = false;

  constructor({ service }: PaymentBench) {
    service.nats.subscribe('rpc.order.states.get', {
      callback: (_error, message) => {
        const { orderIds } = message.json<{ orderIds: string[] }>();
        const orders = orderIds.flatMap((id) => this.known.get(id) ?? []);
        if (!this.away) message.respond(JSON.stringify({ ok: true, data: { orders } }));
      },
    });
    service.nats.subscribe('rpc.order.payment.reject', {
      callback: (_error, message) => {
        const order = this.known.get(message.json<{ orderId: string }>().orderId);
        const outcome =
          order?.phase === 'placed' && order.status !== 'Cancelled'
            ? 'stands'
            : ['opening', 'checkout', 'paid'].includes(order?.phase ?? '')
              ? 'open'
              : 'refused';
        if (!this.away) message.respond(JSON.stringify({ ok: true, data: { outcome } }));
      },
    });
  }

  set(orderId: string, phase: string, status?: string): void {
    this.known.set(orderId, { orderId, phase, ...(status ? { status } : {}), totalPaise: 499_900 });
  }
}
