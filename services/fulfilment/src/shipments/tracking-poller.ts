import { Inject, Injectable } from '@nestjs/common';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { loggedError } from '../couriers/courier-http.js';
import { Couriers } from '../couriers/couriers.js';
import type { FulfilmentConfig } from '../fulfilment.config.js';
import { isOver } from './courier-history.js';
import { CourierScans } from './courier-scans.js';
import { ShipmentStore } from './shipment-store.js';
import type { OrderShipmentsRecord } from './shipment.schema.js';

/** The couriers' limit of one request. */
const MAX_PARCELS = 50;
/** Older parcels are not found any more. */
const MAX_AGE_MS = 90 * 86_400_000;

/**
 * Requests the tracking of parcels without a scan for a while: webhooks may be lost. A process claims each parcel by a
 * guarded write, so that several processes do not request the same one.
 */
@Injectable()
export class TrackingPoller {
  constructor(
    private readonly store: ShipmentStore,
    private readonly couriers: Couriers,
    private readonly scans: CourierScans,
    @Inject(CONFIG) private readonly config: FulfilmentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Repeats('courier tracking', ({ COURIER_POLL_MS }: FulfilmentConfig) => COURIER_POLL_MS)
  private async poll(): Promise<void> {
    if (this.couriers.connected.length === 0) return;
    const claimed = await this.claim();
    for (const [courier, awbs] of claimed) {
      try {
        await this.scans.record(courier, await this.couriers.get(courier).track(awbs));
      } catch (error) {
        this.logger.warn({ ...loggedError(error), courier, parcels: awbs.length }, 'tracking at the courier failed');
      }
    }
  }

  /** Returns the numbers of due parcels by courier, at most 50 together. */
  private async claim(): Promise<Map<Courier, string[]>> {
    const claimed = new Map<Courier, string[]>();
    const now = new Date();
    const due = await this.store.model
      .find({ pollDueAt: { $exists: true, $lte: now } }, { shipments: 1 })
      .sort({ pollDueAt: 1 })
      .limit(MAX_PARCELS)
      .lean<Pick<OrderShipmentsRecord, '_id' | 'shipments'>[]>()
      .exec();
    const ids = due.flatMap(({ shipments }) =>
      shipments.filter(({ nextPollAt }) => nextPollAt && nextPollAt <= now).map(({ id }) => id),
    );
    for (const id of ids.slice(0, MAX_PARCELS)) {
      let isClaimed = false;
      const { shipment } = await this.store.update(id, ({ shipment: { nextPollAt, ...current } }) => {
        isClaimed = nextPollAt !== undefined && nextPollAt <= now && this.couriers.isConnected(current.courier);
        if (!nextPollAt || nextPollAt > now) return undefined;
        const isOld = now.getTime() - current.createdAt.getTime() > MAX_AGE_MS;
        const next = new Date(now.getTime() + this.config.COURIER_POLL_AFTER_MS);
        return { shipment: isOld || isOver(current) ? current : { ...current, nextPollAt: next } };
      });
      if (isClaimed) claimed.set(shipment.courier, [...(claimed.get(shipment.courier) ?? []), shipment.awb]);
    }
    return claimed;
  }
}
