import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { Notifier } from '../notices/notifier.service.js';
import { CatalogProducts } from '../stock-alerts/catalog-products.js';

/** Emails about PIN codes that the shop now delivers to: one per entry of the waitlist. */
@Controller()
export class WaitlistConsumer {
  constructor(
    private readonly notifier: Notifier,
    private readonly catalog: CatalogProducts,
  ) {}

  /** @throws Error when the email was not sent yet; the event is then redelivered */
  @EventPattern('fulfilment.pin.served')
  async served(@Payload() { id: eventId, data }: Envelope<'fulfilment.pin.served'>): Promise<void> {
    const { entryId, pincode, email, productId } = data;
    // Deleted meanwhile: the email is about the PIN code.
    const product = productId ? await this.catalog.find(productId) : undefined;
    const outcome = await this.notifier.notify({
      id: `pin-served-${entryId}`,
      kind: 'pin_served',
      receiver: { email },
      data: { pincode, ...(product ? { product: { _id: product._id, name: product.name } } : {}) },
      eventId,
    });
    if (outcome === 'pending') throw new Error(`email of entry ${entryId} is pending at another process`);
  }
}
