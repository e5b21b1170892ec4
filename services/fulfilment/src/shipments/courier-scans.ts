import { Inject, Injectable } from '@nestjs/common';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { CourierEvent } from '../couriers/courier.js';
import type { FulfilmentConfig } from '../fulfilment.config.js';
import { ReturnParcels } from '../returns/return-parcels.service.js';
import { addScans, isOver } from './courier-history.js';
import { ShipmentStore } from './shipment-store.js';
import type { ShipmentRecord } from './shipment.schema.js';

/** Scans may be ahead of the shop's clock, but not by much. */
const MAX_AHEAD_MS = 86_400_000;

/** Records what couriers report, by webhook or by polling. */
@Injectable()
export class CourierScans {
  constructor(
    private readonly store: ShipmentStore,
    private readonly returns: ReturnParcels,
    @Inject(CONFIG) private readonly config: FulfilmentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds the scans of a courier to its parcels. Idempotent; scans of unknown parcels are ignored. */
  async record(courier: Courier, events: readonly CourierEvent[]): Promise<void> {
    const latest = Date.now() + MAX_AHEAD_MS;
    const byAwb = new Map<string, CourierEvent[]>();
    for (const event of events)
      if (event.at.getTime() < latest) byAwb.set(event.awb, [...(byAwb.get(event.awb) ?? []), event]);
    for (const [awb, scans] of byAwb) await this.recordOf(courier, awb, scans);
  }

  private async recordOf(courier: Courier, awb: string, scans: readonly CourierEvent[]): Promise<void> {
    try {
      const { shipment } = await this.store.findShipment(
        { 'shipments.awb': awb },
        (one) => one.awb === awb && one.courier === courier,
      );
      await this.store.update(shipment.id, ({ shipment: current }) => {
        const next = addScans(current, scans);
        if (next === current) return undefined;
        const isMoved = next.status !== current.status;
        return {
          shipment: this.schedule(next),
          ...(isMoved ? { published: { previous: current.status } } : {}),
        };
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'SHIPMENT_NOT_FOUND') throw error;
      if (!(await this.returns.record(courier, awb, scans)))
        this.logger.info({ courier, awb }, 'scan of an unknown parcel');
    }
  }

  /** The tracking of parcels whose status is final is not requested any more. */
  private schedule({ nextPollAt: _before, ...shipment }: ShipmentRecord): ShipmentRecord {
    if (isOver(shipment) || shipment.received) return shipment;
    return { ...shipment, nextPollAt: new Date(Date.now() + this.config.COURIER_POLL_AFTER_MS) };
  }
}
