import { Inject, Injectable } from '@nestjs/common';
import type { CartLine } from '@rangavalli/contracts/commands';
import type { Billing } from '@rangavalli/contracts/entities/order';
import { isIndia } from '@rangavalli/contracts/india';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { OrderRecord } from '../store/order.schema.js';

const DEADLINE_MS = 1_200;
/** After a failed request, checkouts go without a promise for so long. */
const PAUSE_MS = 2_000;

/** What a checkout stores of its delivery. Empty without a PIN code in India, and without the fulfilment service. */
export type Delivery = Pick<OrderRecord, 'promise' | 'shipping' | 'isCodServed'>;

/** The fulfilment service's promises. A checkout works without them: it is then delivered free, without a date. */
@Injectable()
export class Deliveries {
  private pausedUntil = 0;

  constructor(
    private readonly commands: Commands,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the promise for the address of a checkout, and the shipping rule of its quote.
   * @throws AppError PIN_NOT_SERVED
   */
  async find(billing: Pick<Billing, 'pincode' | 'country'> | undefined, lines: readonly CartLine[]): Promise<Delivery> {
    if (!billing || !isIndia(billing.country) || Date.now() < this.pausedUntil) return {};
    try {
      const reply = await this.commands.request(
        'rpc.fulfilment.promise.get',
        {
          pincode: billing.pincode,
          lines: lines.map(({ productId, quantity, extraDays }) => ({ productId, quantity, extraDays })),
        },
        DEADLINE_MS,
      );
      if (reply.outcome === 'not_served')
        throw new AppError('PIN_NOT_SERVED', { details: { pincode: billing.pincode } });
      // The table of this release has the PIN code, that of the fulfilment service has not.
      if (reply.outcome === 'unknown_pin') return {};
      const { from, to, shipping, cod } = reply;
      return { promise: { from, to }, shipping, isCodServed: cod };
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'PIN_NOT_SERVED') throw error;
      this.pausedUntil = Date.now() + PAUSE_MS;
      this.logger.warn({ err: error }, 'checkout without a delivery promise');
      return {};
    }
  }
}

/** Whether two deliveries cost the same for equal goods. */
export const hasSameShipping = (a: Delivery, b: Delivery): boolean =>
  (a.shipping?.chargePaise ?? 0) === (b.shipping?.chargePaise ?? 0) &&
  a.shipping?.freeFromPaise === b.shipping?.freeFromPaise;
