import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Billing } from '@rangavalli/contracts/entities/order';
import { isIndia } from '@rangavalli/contracts/india';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { OrderRecord } from '../store/order.schema.js';

const CHECKOUT_DEADLINE_MS = 1_200;
/** Below that of the cart's request for a quote. */
const QUOTE_DEADLINE_MS = 300;
/** After a failed request, carts and checkouts go without a promise for so long. */
const PAUSE_MS = 2_000;

/** What a checkout stores of its delivery. Empty without the fulfilment service. */
export type Delivery = Pick<OrderRecord, 'promise' | 'shipping' | 'isCodServed'>;

type Promised = CommandReply<'rpc.fulfilment.promise.get'>;
type Lines = CommandRequest<'rpc.fulfilment.promise.get'>['lines'];

/** The fulfilment service's promises. A checkout works without them: it is then delivered free, without a date. */
@Injectable()
export class Deliveries {
  private pausedUntil = 0;

  constructor(
    private readonly commands: Commands,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the promise for the address of a checkout, and the shipping rule of its quote. Without an address, and for
   * one abroad: the rule of the shop's own PIN code, as in the cart, and no promise.
   * @throws AppError PIN_NOT_SERVED
   */
  async find(billing: Pick<Billing, 'pincode' | 'country'> | undefined, lines: Lines): Promise<Delivery> {
    const isAbroad = billing !== undefined && !isIndia(billing.country);
    const pincode = isAbroad ? undefined : billing?.pincode;
    const promised = await this.request(pincode, lines, CHECKOUT_DEADLINE_MS);
    if (pincode && promised?.outcome === 'not_served') throw new AppError('PIN_NOT_SERVED', { details: { pincode } });
    // Unknown: only the table of this release has the PIN code.
    if (promised?.outcome !== 'served') return {};
    const { from, to, shipping, cod } = promised;
    if (!pincode) return { shipping };
    return { promise: { from, to }, shipping, isCodServed: cod };
  }

  /** Returns the shipping rule of a cart's quote; undefined where nothing is charged. */
  async findShipping(pincode: string | undefined, lines: Lines): Promise<Delivery['shipping']> {
    if (lines.length === 0) return undefined;
    const promised = await this.request(pincode, lines, QUOTE_DEADLINE_MS);
    return promised?.outcome === 'served' ? promised.shipping : undefined;
  }

  private async request(pincode: string | undefined, lines: Lines, deadlineMs: number): Promise<Promised | undefined> {
    if (Date.now() < this.pausedUntil) return undefined;
    const items = lines.map(({ productId, quantity, extraDays }) => ({ productId, quantity, extraDays }));
    try {
      const request = { ...(pincode ? { pincode } : {}), lines: items };
      return await this.commands.request('rpc.fulfilment.promise.get', request, deadlineMs);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A product is gone: the stock hold refuses these lines. Others keep their promises.
      if (error.code !== 'UNAVAILABLE') return undefined;
      this.pausedUntil = Date.now() + PAUSE_MS;
      this.logger.warn({ err: error }, 'delivery without a promise');
      return undefined;
    }
  }
}

/** Whether two deliveries cost the same for equal goods. */
export const hasSameShipping = (a: Delivery, b: Delivery): boolean =>
  (a.shipping?.chargePaise ?? 0) === (b.shipping?.chargePaise ?? 0) &&
  a.shipping?.freeFromPaise === b.shipping?.freeFromPaise;
