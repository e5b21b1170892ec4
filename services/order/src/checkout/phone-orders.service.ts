import { Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { PendingPaymentLink } from '@rangavalli/contracts/entities/payment-link';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { assertPincode } from '../delivery/assert-pincode.js';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import { CheckoutSaga } from './checkout.saga.js';
import { OrderPaymentLinks } from './payment-links.service.js';

type PhoneOrder = CallInput<'POST /orders/phone'>['body'];

const USER_DEADLINE_MS = 3_000;
const CATALOG_DEADLINE_MS = 3_000;

/** Orders that staff compose for customers on the phone, priced, held and placed like every other order. */
@Injectable()
export class PhoneOrders {
  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
    private readonly saga: CheckoutSaga,
    private readonly links: OrderPaymentLinks,
  ) {}

  /**
   * Opens the checkout and emails its payment link, or places an order that is paid in cash. Idempotent by
   * `requestId`: a repeated request continues where the first one stopped.
   * @throws AppError as `POST /payments/create-order`; COUPON_… with the reason; PERSONALISATION_INVALID;
   *   PAYMENT_LINK_CLOSED when the order has ended meanwhile
   */
  async take(staff: Identity, request: PhoneOrder): Promise<{ order: OrderRecord; link?: PendingPaymentLink }> {
    const { requestId, method } = request;
    const order = (await this.store.findOne({ requestId })) ?? (await this.open(staff, request));
    if (order.takenBy?.id !== staff.id) throw new AppError('ORDER_NOT_FOUND');
    if (order.phase === 'opening') throw new AppError('CHECKOUT_IN_PROGRESS');
    if (order.phase === 'placed') return { order };
    if (method === 'link') return { order, link: await this.links.create(order, { staff }) };
    if (order.phase === 'failed') throw new AppError('CHECKOUT_ENDED');
    const placed = await this.saga.confirm(order);
    if (placed.phase !== 'placed') throw new AppError('OUT_OF_STOCK');
    return { order: placed };
  }

  private async open(staff: Identity, request: PhoneOrder): Promise<OrderRecord> {
    const { requestId, customer, lines, billing, coupon, method, note } = request;
    const { email } = customer;
    const address = { ...billing, email };
    assertPincode(address);
    await this.assertNothingRequired(lines);
    const account = await this.commands.request('rpc.user.customer.ensure', customer, USER_DEADLINE_MS);
    return this.saga.beginPhoneOrder(
      { id: account.userId, name: account.name, email, emailVerified: account.emailVerified },
      { lines, coupon, billing: address, note, ...(method === 'cod' ? { method } : {}) },
      { requestId, staff },
    );
  }

  /** The form of staff has no fields for personalisation. @throws AppError PERSONALISATION_INVALID, UNAVAILABLE */
  private async assertNothingRequired(lines: PhoneOrder['lines']): Promise<void> {
    const ids = [...new Set(lines.map(({ productId }) => productId))];
    const { products } = await this.commands.request('rpc.catalog.products.get', { ids }, CATALOG_DEADLINE_MS);
    for (const { name, personalisationFields = [] } of products) {
      const required = personalisationFields.filter((field) => field.required).map(({ label }) => label);
      if (required.length === 0) continue;
      const message =
        `${name} needs “${required.join('”, “')}”, which cannot be entered for an order by phone. ` +
        'Remove it here; the customer can order it in the shop.';
      throw new AppError('PERSONALISATION_INVALID', { message });
    }
  }
}
