import { Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Couriers } from '../couriers/couriers.js';
import { assertCourier, Dispatch, toReference } from './dispatch.service.js';
import { DispatchQueue } from './dispatch-queue.service.js';
import type { ShippingOrder } from './dispatch-row.js';
import { contentOf, type ParcelDocument } from './document-content.js';
import { drawDocuments } from './draw-documents.js';

/** Orders that are read at the same time. */
const BATCH = 10;

/** The papers of parcels. Addresses are read for each document and not stored here. */
@Injectable()
export class DispatchDocuments {
  constructor(
    private readonly dispatch: Dispatch,
    private readonly queue: DispatchQueue,
    private readonly couriers: Couriers,
  ) {}

  /**
   * Draws the documents of parcels as one PDF, or gets the courier's own.
   * @throws AppError SHIPMENT_NOT_FOUND, VALIDATION_FAILED for several couriers, COURIER_NOT_AVAILABLE when the courier
   *   has no document of this kind, COURIER_REFUSED, COURIER_UNAVAILABLE, UNAVAILABLE
   */
  async get({ kind, shipmentIds }: CallInput<'POST /dispatch/documents'>['body']): Promise<Buffer> {
    const parcels = await this.dispatch.find(shipmentIds);
    if (kind === 'courier_labels' || kind === 'courier_manifest') {
      const [first] = parcels;
      if (!first) throw new AppError('SHIPMENT_NOT_FOUND');
      assertCourier(parcels, first.shipment.courier);
      const courier = this.couriers.get(first.shipment.courier);
      const references = parcels.map(toReference);
      const file = kind === 'courier_labels' ? courier.getLabelPdf(references) : courier.createManifestPdf(references);
      return (await file) ?? noDocument();
    }
    const orders = await this.read([...new Set(parcels.map(({ order }) => order._id))]);
    const contents = parcels.flatMap((parcel): ParcelDocument[] => {
      const details = orders.get(parcel.order._id);
      return details ? [contentOf(parcel, details)] : [];
    });
    return drawDocuments(kind, contents, new Date());
  }

  private async read(ids: readonly string[]): Promise<Map<string, ShippingOrder>> {
    const orders = new Map<string, ShippingOrder>();
    for (let from = 0; from < ids.length; from += BATCH)
      await Promise.all(
        ids.slice(from, from + BATCH).map(async (id) => void orders.set(id, await this.queue.getOrder(id))),
      );
    return orders;
  }
}

function noDocument(): never {
  throw new AppError('COURIER_NOT_AVAILABLE', {
    message: 'This courier has no documents of its own. Please print ours.',
  });
}
