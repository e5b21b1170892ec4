import { Inject, Injectable } from '@nestjs/common';
import type { CartLine } from '@rangavalli/contracts/commands/lines';
import type { CommandReply } from '@rangavalli/contracts/commands';
import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { CartConfig } from '../cart.config.js';
import type { Products } from '../products/product-cache.js';

/** After a request without a quote, carts are shown without one for so long. */
const PAUSE_MS = 2_000;

/** `problem`: why the coupon does not apply. */
export type CartQuote = CommandReply<'rpc.order.quote.get'>;

/** What a quote depends on beside the cart. */
export interface QuoteFacts {
  /** The quote of cash on delivery has its fee. */
  method?: PaymentMethod | undefined;
  /** Where the cart is delivered, if it is known. */
  pincode?: string | undefined;
}

interface QuotedLines extends QuoteFacts {
  /** Undefined for a guest. */
  userId?: string | undefined;
  lines: readonly CartLine[];
  coupon?: string | undefined;
  products: Products;
}

/** The order service's quotes (invariant 13). Carts work without them. */
@Injectable()
export class CartQuotes {
  private pausedUntil = 0;

  constructor(
    private readonly commands: Commands,
    @Inject(CONFIG) private readonly config: CartConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the quote of the lines whose products exist, or nothing while the order service is unavailable. */
  async findFor(cart: QuotedLines): Promise<Partial<CartQuote>> {
    if (Date.now() < this.pausedUntil) return {};
    try {
      return await this.get(cart);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ err: error }, 'cart shown without a quote');
      this.pausedUntil = Date.now() + PAUSE_MS;
      return {};
    }
  }

  /** @throws AppError UNAVAILABLE while the order service is */
  get({ userId, lines, coupon, method, pincode, products }: QuotedLines): Promise<CartQuote> {
    const priced = lines.flatMap(({ productId, size, personalisation, quantity }) => {
      const product = products.get(productId);
      if (!product) return [];
      const { pricePaise, sale, category, fabric, tags, hsn, taxClass } = product;
      const price = { pricePaise, sale, category, fabric, tags, hsn, taxClass };
      return [{ productId, size, personalisation, quantity, ...price }];
    });
    const facts = { ...(coupon ? { coupon } : {}), ...(method ? { method } : {}), ...(pincode ? { pincode } : {}) };
    const request = { lines: priced, ...(userId ? { userId } : {}), ...facts };
    return this.commands.request('rpc.order.quote.get', request, this.config.QUOTE_DEADLINE_MS);
  }
}
