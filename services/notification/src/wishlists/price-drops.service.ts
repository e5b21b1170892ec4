import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { EventData } from '@rangavalli/contracts/events';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { toAppError } from '@rangavalli/service-kit/http/error.filter';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { ChannelError } from '../channels/channel.js';
import { Customers } from '../customers/customers.service.js';
import { Notifier } from '../notices/notifier.service.js';
import { CatalogProducts } from '../stock-alerts/catalog-products.js';
import { KNOWN_PRICE, type KnownPriceRecord } from './known-price.schema.js';

/** Smaller reductions are not worth a message. */
const MIN_DROP = 0.05;
const DEADLINE_MS = 4_000;
const CONCURRENCY = 10;

/** Messages about lower prices to customers who wish for a product and have consented to marketing. */
@Injectable()
export class PriceDrops {
  constructor(
    @InjectModel(KNOWN_PRICE) private readonly prices: Model<KnownPriceRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly commands: Commands,
    private readonly catalog: CatalogProducts,
    private readonly customers: Customers,
    private readonly notifier: Notifier,
  ) {}

  /**
   * Idempotent by product, price and customer. The event's price counts until a first comparison is stored.
   * @throws AppError UNAVAILABLE; the event is then redelivered
   */
  async check({ productId, previousPaise }: EventData<'catalog.product.updated'>): Promise<void> {
    const product = await this.catalog.find(productId);
    if (!product) return this.remove(productId);
    const pricePaise = unitPriceAt(product, new Date());
    const known = await this.prices.findById(productId).lean<KnownPriceRecord>();
    if (known?.pricePaise === pricePaise) return;
    const fromPaise = known?.pricePaise ?? previousPaise;
    if (fromPaise !== undefined && pricePaise <= fromPaise * (1 - MIN_DROP) && product.stock > 0)
      await this.announce(product, fromPaise, pricePaise);
    // Afterwards: a process that stops before it repeats the rest.
    await this.prices.updateOne({ _id: productId }, { $set: { pricePaise } }, { upsert: true });
  }

  async remove(productId: string): Promise<void> {
    await this.prices.deleteOne({ _id: productId });
  }

  /** A message that one receiver cannot get now does not stop those to the others. */
  private async announce(product: CatalogProduct, fromPaise: number, toPaise: number): Promise<void> {
    const { _id: productId } = product;
    const failures: unknown[] = [];
    const notify = async (userId: string) => {
      try {
        await this.notifyOne(userId, product, fromPaise, toPaise);
      } catch (error) {
        if (toAppError(error).code === 'UNAVAILABLE') throw error;
        this.logger.warn({ err: error, productId, userId }, 'message about a lower price not sent yet');
        // After a failure of its channel, the notifier retries it.
        if (!(error instanceof ChannelError)) failures.push(error);
      }
    };
    for (let after: string | undefined, isLast = false; !isLast;) {
      const request = { productId, ...(after ? { after } : {}) };
      const { userIds, ...page } = await this.commands.request('rpc.user.wishlist.find', request, DEADLINE_MS);
      for (let first = 0; first < userIds.length; first += CONCURRENCY)
        await Promise.all(userIds.slice(first, first + CONCURRENCY).map(notify));
      ({ isLast } = page);
      after = userIds.at(-1);
    }
    if (failures.length > 0) throw failures[0];
  }

  private async notifyOne(
    userId: string,
    { _id, name, images }: CatalogProduct,
    fromPaise: number,
    toPaise: number,
  ): Promise<void> {
    const customer = await this.customers.find(userId);
    if (!customer?.hasMarketingConsent) return;
    await this.notifier.notify({
      id: `price-drop-${_id}-${toPaise}-${userId}`,
      kind: 'price_drop',
      receiver: { userId, email: customer.email, phone: customer.phone },
      data: { product: { _id, name, images }, fromPaise, toPaise, customer },
    });
  }
}
