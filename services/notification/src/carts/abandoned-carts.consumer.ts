import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { Customers } from '../customers/customers.service.js';
import { NoticeLog } from '../notices/notice-log.service.js';
import { Notifier } from '../notices/notifier.service.js';
import { CatalogProducts } from '../stock-alerts/catalog-products.js';

/** No reminder of a cart follows a payment link within a day. */
const LINK_PAUSE_MS = 86_400_000;

/** Reminds customers who have consented to marketing of the items that they left in their cart. */
@Controller()
export class AbandonedCartsConsumer {
  constructor(
    private readonly notifier: Notifier,
    private readonly catalog: CatalogProducts,
    private readonly customers: Customers,
    private readonly log: NoticeLog,
  ) {}

  /** @throws Error when the message was not sent yet; the event is then redelivered */
  @EventPattern('cart.abandoned')
  async abandoned(@Payload() { id: eventId, data }: Envelope<'cart.abandoned'>): Promise<void> {
    const { userId } = data;
    const customer = await this.customers.find(userId);
    if (!customer?.hasMarketingConsent) return;
    if (await this.log.hasSince(userId, 'payment_failed', new Date(Date.now() - LINK_PAUSE_MS))) return;
    const products = await this.catalog.findAll(data.lines.map(({ productId }) => productId));
    const lines = data.lines.flatMap(({ productId, quantity }) => {
      const product = products.find(({ _id }) => _id === productId);
      return product && product.stock > 0 ? { name: product.name, quantity, image: product.images[0]?.url } : [];
    });
    if (lines.length === 0) return;
    const outcome = await this.notifier.notify({
      id: `cart-${eventId}`,
      kind: 'abandoned_cart',
      receiver: { userId, email: customer.email, phone: customer.phone },
      data: { lines, customer },
      eventId,
    });
    if (outcome === 'pending') throw new Error(`reminder of the cart of ${userId} is pending at another process`);
  }
}
