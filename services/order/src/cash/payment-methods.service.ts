import { Injectable } from '@nestjs/common';
import type { CartLine } from '@rangavalli/contracts/commands';
import type { MethodOffer } from '@rangavalli/contracts/entities/cash';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { QuoteLine } from '../pricing/quote.js';
import { Quotes } from '../pricing/quotes.service.js';
import { OrderCredit } from '../credit/order-credit.service.js';
import { Deliveries } from '../delivery/deliveries.service.js';
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
  ) {}

  /** @throws AppError CART_EMPTY, PIN_NOT_SERVED, PERSONALISATION_INVALID, UNAVAILABLE */
  async list(userId: string, pincode?: string): Promise<{ methods: MethodOffer[]; credit?: number }> {
    const { lines: cartLines, coupon } = await this.commands.request('rpc.cart.lines.get', { userId }, DEADLINE_MS);
    if (cartLines.length === 0) throw new AppError('CART_EMPTY');
    const [lines, { shipping, isCodServed }, codFeePaise] = await Promise.all([
      this.priceLines(cartLines),
      this.deliveries.find(pincode ? { pincode, country: 'India' } : undefined, cartLines),
      this.checks.feePaise(),
    ]);
    const cart = { lines, userId, coupon };
    const [{ quote: online }, { quote: cod }] = await Promise.all([
      this.quotes.quoteCart(cart, { shipping }),
      this.quotes.quoteCart(cart, { shipping, codFeePaise }),
    ]);
    const customer = { userId, pincode, isCodServed };
    const refusal = await this.checks.findRefusal(customer, cod);
    const part = (await this.checks.isPartOffered())
      ? [
          {
            method: 'part' as const,
            isAvailable: !refusal,
            ...refusal,
            fee: 0,
            totalAmount: paiseToRupees(online.totalPaise),
            advance: paiseToRupees(await this.checks.advancePaise(online.totalPaise)),
          },
        ]
      : [];
    const methods: MethodOffer[] = [
      { method: 'online', isAvailable: true, fee: 0, totalAmount: paiseToRupees(online.totalPaise) },
      {
        method: 'cod',
        isAvailable: !refusal,
        ...refusal,
        fee: paiseToRupees(cod.codFeePaise),
        totalAmount: paiseToRupees(cod.totalPaise),
      },
      ...part,
    ];
    const creditPaise = await this.credit.balancePaise(userId).catch(() => undefined);
    return { methods, ...(creditPaise === undefined ? {} : { credit: paiseToRupees(creditPaise) }) };
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
