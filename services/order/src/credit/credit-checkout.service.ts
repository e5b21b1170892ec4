import { Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CheckoutSaga } from '../checkout/checkout.saga.js';
import { onlineShareOf } from '../checkout/payment-shares.js';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';

/** Checkouts that store credit covers. */
@Injectable()
export class CreditCheckout {
  constructor(
    private readonly store: OrderStore,
    private readonly saga: CheckoutSaga,
  ) {}

  /**
   * Places the order of a checkout. Idempotent.
   * @param reference an id or an order number
   * @throws AppError ORDER_NUMBER_INVALID, ORDER_NOT_FOUND, CHECKOUT_ENDED, OUT_OF_STOCK, UNAVAILABLE
   */
  async confirm(caller: Identity, reference: string): Promise<OrderRecord> {
    const order = await this.store.findByReference(reference);
    if (order?.userId !== caller.id || order.method || onlineShareOf(order) > 0) throw new AppError('ORDER_NOT_FOUND');
    if (order.phase === 'placed') return order;
    const placed = await (order.phase === 'confirmed' ? this.saga.completePaidOrder(order) : this.saga.confirm(order));
    if (placed.phase === 'placed') return placed;
    throw new AppError('OUT_OF_STOCK', {
      message: 'Sorry, an item was sold out before your order was placed. Your store credit is available again.',
    });
  }
}
