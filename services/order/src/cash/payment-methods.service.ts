import { Inject, Injectable } from '@nestjs/common';
import type { CartLine } from '@rangavalli/contracts/commands/lines';
import type { MethodOffer } from '@rangavalli/contracts/entities/cash';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { OrderConfig } from '../order.config.js';
import type { QuoteLine } from '../pricing/quote.js';
import { Quotes } from '../pricing/quotes.service.js';
import { creditShare, onlineShareOf, sharesOf } from '../checkout/payment-shares.js';
import { OrderCredit } from '../credit/order-credit.service.js';
import { Deliveries } from '../delivery/deliveries.service.js';
import { OrderStore } from '../store/order.store.js';
import { CodChecks } from './cod-checks.service.js';

const DEADLINE_MS = 3_000;

/** How the current cart may be paid. */
@Injectable()
export class PaymentMethods {
  constructor(
    private readonly commands: Commands,
    private readonly quotes: Quotes,
    private readonly checks: CodChecks,
    private readonly deliveries: Deliveries,
    private readonly credit: OrderCredit,
    private readonly store: OrderStore,
    @Inject(CONFIG) private readonly config: OrderConfig,
  ) {}

  /** @throws AppError CART_EMPTY, PIN_NOT_SERVED, PERSONALISATION_INVALID, UNAVAILABLE */
  async list(
    userId: string,
    { pincode, useCredit }: { pincode?: string | undefined; useCredit?: 'true' | 'false' | undefined },
  ): Promise<{ methods: MethodOffer[]; credit?: number }> {
    const { lines: cartLines, coupon } = await this.commands.request('rpc.cart.lines.get', { userId }, DEADLINE_MS);
    if (cartLines.length === 0) throw new AppError('CART_EMPTY');
    const [lines, { shipping, isCodServed }, codFeePaise] = await Promise.all([
      this.priceLines(cartLines),
      this.deliveries.find(pincode ? { pincode, country: 'India' } : undefined, cartLines),
      this.checks.feePaise(),
    ]);
    const cart = { lines, userId, coupon };
    const [{ quote: online }, { quote: cod }, { quote: part }] = await Promise.all([
      this.quotes.quoteCart(cart, { shipping }),
      this.quotes.quoteCart({ ...cart, method: 'cod' }, { shipping, codFeePaise }),
      this.quotes.quoteCart({ ...cart, method: 'part' }, { shipping }),
    ]);
    const customer = { userId, pincode, isCodServed };
    const [refusal, partRefusal, isPartOffered, balancePaise] = await Promise.all([
      this.checks.findRefusal(customer, cod),
      this.checks.findRefusal(customer, part),
      this.checks.isPartOffered(),
      // Without the payment service the offers are shown without credit.
      this.creditPaise(userId).catch(() => undefined),
    ]);
    const share = async (method: PaymentMethod, { totalPaise, codFeePaise: feePaise, hash: quoteHash }: Quote) => ({
      ...(await this.share(method, { totalPaise, feePaise, balancePaise: useCredit === 'true' ? balancePaise : 0 })),
      quoteHash,
    });
    const methods = [
      { isAvailable: true, ...(await share('online', online)) },
      { isAvailable: !refusal, ...refusal, ...(await share('cod', cod)) },
      ...(isPartOffered ? [{ isAvailable: !partRefusal, ...partRefusal, ...(await share('part', part)) }] : []),
    ];
    return { methods, ...(balancePaise === undefined ? {} : { credit: paiseToRupees(balancePaise) }) };
  }

  /**
   * Returns the balance and what the customer's pending checkout has reserved, paise: paying again continues that
   * checkout, or replaces it and releases its credit. @throws AppError UNAVAILABLE
   */
  private async creditPaise(userId: string): Promise<number> {
    const pending = await this.store.findOne({ userId, open: true, phase: 'checkout' });
    const balancePaise = await this.credit.balancePaise(userId);
    if (!pending?.creditPaise) return balancePaise;
    // Read again: a checkout that has ended meanwhile may have released its credit into this balance.
    const isPending = await this.store.model.exists({ _id: pending._id, phase: 'checkout' });
    return isPending ? balancePaise + pending.creditPaise : balancePaise;
  }

  /** Paise become rupees here (invariant 1). */
  private async share(
    method: PaymentMethod,
    {
      totalPaise,
      feePaise,
      balancePaise = 0,
    }: { totalPaise: number; feePaise: number; balancePaise?: number | undefined },
  ): Promise<
    Pick<MethodOffer, 'method' | 'fee' | 'totalAmount' | 'creditAmount' | 'payNow' | 'dueOnDelivery' | 'hasEmi'>
  > {
    const creditPaise = creditShare(balancePaise, totalPaise);
    const order = {
      ...(method === 'online' ? {} : { method }),
      totalPaise,
      creditPaise,
      advancePaise: await this.checks.advancePaise(totalPaise - creditPaise),
    };
    const payNowPaise = onlineShareOf(order);
    return {
      method,
      fee: paiseToRupees(feePaise),
      totalAmount: paiseToRupees(totalPaise),
      ...sharesOf(order),
      ...(payNowPaise > 0 ? { payNow: paiseToRupees(payNowPaise) } : {}),
      ...(this.hasEmi(payNowPaise) ? { hasEmi: true } : {}),
    };
  }

  private hasEmi(payNowPaise: number): boolean {
    const { EMI_FROM_PAISE: fromPaise } = this.config;
    return fromPaise > 0 && payNowPaise >= fromPaise;
  }

  /** At the catalog's current prices, without products that no longer exist. */
  private async priceLines(lines: readonly CartLine[]): Promise<QuoteLine[]> {
    const ids = [...new Set(lines.map(({ productId }) => productId))];
    const { products } = await this.commands.request('rpc.catalog.products.get', { ids }, DEADLINE_MS);
    return lines.flatMap((line) => {
      const product = products.find(({ _id }) => _id === line.productId);
      if (!product) return [];
      const { pricePaise, sale, category, fabric, tags, hsn, taxClass } = product;
      const { productId, size, personalisation, quantity } = line;
      const price = { pricePaise, sale, category, fabric, tags, hsn, taxClass };
      return [{ productId, size, personalisation, quantity, ...price }];
    });
  }
}
