import { Inject, Injectable } from '@nestjs/common';
import type { HeldLine } from '@rangavalli/contracts/commands/lines';
import type { Billing } from '@rangavalli/contracts/entities/order';
import type { CouponProblem, Quote } from '@rangavalli/contracts/entities/quote';
import type { ShopSettings } from '@rangavalli/contracts/entities/shop';
import { AppError } from '@rangavalli/service-kit/app-error';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { CartOffers, type OfferRequest } from '../offers/cart-offers.service.js';
import { type OfferTerms, toApplied } from '../offers/choose-offers.js';
import type { OrderConfig } from '../order.config.js';
import { Shop } from '../shop/shop-settings.service.js';
import type { OrderRecord } from '../store/order.schema.js';
import { findPlaceOfSupply } from './place-of-supply.js';
import { type PricingSettings, pricingSettings } from './pricing-settings.js';
import { computeQuote, moveQuote, type QuoteLine } from './quote.js';

/** The least that Razorpay takes. */
const LEAST_PAISE = 100;

/** Beside the goods, paise. */
interface Charges {
  /** Of an order that is paid on delivery; missing for one that is paid online. */
  codFeePaise?: number | undefined;
  /** Of the PIN code; the shop's own rule when missing. */
  shipping?: OrderRecord['shipping'] | undefined;
}

export interface OfferedQuote {
  quote: Quote;
  /** In the order of `quote.offers`. */
  offers: readonly OfferTerms[];
  /** Why the coupon does not apply. */
  problem?: CouponProblem;
}

/** The quotes of carts and checkouts, by the settings of the shop and the offers that run. */
@Injectable()
export class Quotes {
  /** Without charges for delivery. */
  private readonly defaults: PricingSettings;

  constructor(
    private readonly offers: CartOffers,
    private readonly shop: Shop,
    @Inject(CONFIG) { TAX_RULES }: OrderConfig,
  ) {
    this.defaults = pricingSettings.parse(TAX_RULES);
  }

  private get settings(): PricingSettings {
    const saved = this.shop.latest;
    if (!saved) return this.defaults;
    const totalUnit = saved.roundTotal ? 'rupee' : this.defaults.totalUnit;
    const taxRates = withSavedRates(this.defaults.taxRates, saved);
    return { ...this.defaults, shopStateCode: saved.stateCode, totalUnit, taxRates };
  }

  quoteCart(cart: Omit<OfferRequest, 'at'>, charges: Charges = {}): Promise<OfferedQuote> {
    return this.quote(cart, this.settings.shopStateCode, charges);
  }

  /**
   * Quotes an order at the prices of its hold.
   * @param without ids of offers that are used up
   */
  quoteOrder(
    {
      lines,
      billing,
      userId,
      coupon,
      method,
      shipping,
    }: Pick<OrderRecord, 'lines' | 'billing' | 'userId' | 'coupon' | 'method' | 'shipping'>,
    held: readonly HeldLine[],
    { without = [], codFeePaise }: { without?: readonly string[]; codFeePaise?: number | undefined } = {},
  ): Promise<OfferedQuote> {
    const quoteLines = lines.map(({ lineId, productId, size, personalisation, quantity }): QuoteLine => {
      const { unitPaise, mrpPaise = unitPaise, category, ...facts } = findHeld(held, { productId, size });
      const { fabric, tags, hsn, taxClass } = facts;
      const price = { pricePaise: mrpPaise, sale: { pricePaise: unitPaise } };
      return { lineId, productId, size, personalisation, quantity, ...price, category, fabric, tags, hsn, taxClass };
    });
    const placeOfSupply = findPlaceOfSupply(billing, this.settings.shopStateCode);
    return this.quote({ lines: quoteLines, userId, coupon, method, without }, placeOfSupply, { shipping, codFeePaise });
  }

  /** What the lines cost with one offer alone. */
  quoteWith(offer: OfferTerms, lines: readonly QuoteLine[]): Quote {
    const request = { lines, offers: [toApplied(offer, lines)], leastPaise: LEAST_PAISE, at: new Date() };
    return computeQuote(request, this.settings);
  }

  /** Returns the quote of an order for another address. */
  moveTo(billing: Billing, quote: Quote | undefined): { quote?: Quote } {
    if (!quote) return {};
    return { quote: moveQuote(quote, findPlaceOfSupply(billing, this.settings.shopStateCode), this.settings) };
  }

  private async quote(
    cart: Omit<OfferRequest, 'at'>,
    placeOfSupply: string,
    { codFeePaise, shipping = this.settings.shipping }: Charges,
  ): Promise<OfferedQuote> {
    const settings = { ...this.settings, shipping, codFeePaise: codFeePaise ?? 0 };
    const method = codFeePaise === undefined ? ('online' as const) : ('cod' as const);
    const request = { lines: cart.lines, method, placeOfSupply, leastPaise: LEAST_PAISE, at: new Date() };
    const quoteOf = (offers: readonly OfferTerms[]) =>
      computeQuote({ ...request, offers: offers.map((offer) => toApplied(offer, cart.lines)) }, settings);
    const chosen = await this.offers.choose({ ...cart, at: request.at }, (offers) => quoteOf(offers).totalPaise);
    return { ...chosen, quote: quoteOf(chosen.offers) };
  }
}

/** Percent and rupees of the shop details become basis points and paise; what is not entered stays. */
function withSavedRates(
  { fabric, garment, imitationJewellery }: PricingSettings['taxRates'],
  { fabricTax, garmentTax, garmentLimit, garmentTaxAbove, jewelleryTax }: ShopSettings,
): PricingSettings['taxRates'] {
  const rate = (percent: number | undefined, otherwise: number): number =>
    percent === undefined ? otherwise : Math.round(percent * 100);
  const { above } = garment;
  return {
    fabric: { ...fabric, basisPoints: rate(fabricTax, fabric.basisPoints) },
    garment: {
      basisPoints: rate(garmentTax, garment.basisPoints),
      ...(above
        ? {
            above: {
              limitPaise: garmentLimit === undefined ? above.limitPaise : rupeesToPaise(garmentLimit),
              basisPoints: rate(garmentTaxAbove, above.basisPoints),
            },
          }
        : {}),
    },
    imitationJewellery: { ...imitationJewellery, basisPoints: rate(jewelleryTax, imitationJewellery.basisPoints) },
  };
}

/** The hold has one line per product and size. */
export function findHeld(held: readonly HeldLine[], line: Pick<HeldLine, 'productId' | 'size'>): HeldLine {
  const found = held.find(({ productId, size }) => productId === line.productId && size === line.size);
  if (!found) throw new AppError('UNAVAILABLE');
  return found;
}
