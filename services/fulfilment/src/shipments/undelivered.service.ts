import { Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { findPage } from '@rangavalli/service-kit/database/paging';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Couriers } from '../couriers/couriers.js';
import { type Parcel, ShipmentStore } from './shipment-store.js';
import { type OrderShipmentsRecord, SHIPMENTS_TO_ATTEND, type ShipmentRecord } from './shipment.schema.js';

const PAGE_SIZE = 50;

/** Parcels that could not be delivered (NDR, non-delivery report), and those that come back (RTO, return to origin). */
@Injectable()
export class Undelivered {
  constructor(
    private readonly store: ShipmentStore,
    private readonly couriers: Couriers,
  ) {}

  /** Returns one page of orders' parcels, newest orders first. @throws AppError VALIDATION_FAILED for a wrong cursor */
  async page({
    status,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /shipments/ndr'>['query']): Promise<{ parcels: Parcel[]; total?: number; nextCursor?: string }> {
    const { items, ...pageInfo } = await findPage<OrderShipmentsRecord>(this.store.model, {
      filter: { attention: status },
      projection: { outbox: 0 },
      limit,
      cursor,
      index: SHIPMENTS_TO_ATTEND,
    });
    const parcels = items.flatMap((order) =>
      order.shipments
        .filter((shipment) => shipment.status === status && !shipment.received)
        .map((shipment) => ({ order, shipment })),
    );
    return { parcels, ...pageInfo };
  }

  /**
   * Requests another attempt or the return of a parcel from its courier, and records it. The same request again changes
   * only the note, where it has another one: the courier has the request already.
   * @throws AppError SHIPMENT_NOT_FOUND, SHIPMENT_STATUS_INVALID, COURIER_REFUSED, COURIER_UNAVAILABLE
   */
  async request(
    id: string,
    { action, note, date }: CallInput<'POST /shipments/{id}/ndr'>['body'],
    by: Identity,
  ): Promise<Parcel> {
    const parcel = await this.store.findById(id);
    const { shipment } = parcel;
    const isRequestOf = ({ undelivered: report }: ShipmentRecord): boolean =>
      report?.requested === action && report.requestedDate === date;
    const hasNote = ({ undelivered: report }: ShipmentRecord): boolean => !note || report?.note === note;
    const isRequested = isRequestOf(shipment);
    if (isRequested && hasNote(shipment)) return parcel;
    if (!isRequested) {
      assertUndelivered(shipment);
      // Typed-in numbers without an account: staff phone the courier.
      const adapter = this.couriers.get(this.couriers.isConnected(shipment.courier) ? shipment.courier : 'own');
      const { awb, courierShipmentId = awb } = shipment;
      await adapter.reattemptDelivery(
        { awb, courierShipmentId },
        { action, ...(note ? { note } : {}), ...(date ? { date } : {}) },
      );
    }
    return this.store.update(id, ({ shipment: current }) => {
      // A note does not repeat the request after another attempt has failed meanwhile.
      if (isRequestOf(current) ? hasNote(current) : isRequested) return undefined;
      const { attempts = 1, at, reason, requested, requestedDate, note: noteBefore } = current.undelivered ?? {};
      const undelivered = {
        attempts,
        ...(at ? { at } : {}),
        ...(reason ? { reason } : {}),
        requested: action,
        ...(date ? { requestedDate: date } : {}),
        ...(note ? { note } : {}),
      };
      const changes = [
        { field: 'request', from: requested, to: action },
        { field: 'date', from: requestedDate, to: date },
        { field: 'note', from: noteBefore, to: note },
      ];
      return { shipment: { ...current, undelivered }, audit: { by, action: 'ndr', changes } };
    });
  }

  /**
   * Records the inspection of a parcel that came back. Stock and money follow when staff decide the return of its goods
   * or cancel the order: until then the units are sold, and can be shipped again. Damaged ones are published with the
   * parcel: the order service does not have them restocked. The first inspection stays.
   * @throws AppError SHIPMENT_NOT_FOUND, SHIPMENT_STATUS_INVALID, SHIPMENT_LINES_INVALID for a line that is not in it
   */
  async receive(
    id: string,
    { lines, note }: CallInput<'POST /shipments/{id}/rto-received'>['body'],
    by: Identity,
  ): Promise<Parcel> {
    return this.store.update(id, ({ shipment: { nextPollAt: _before, ...shipment } }) => {
      if (shipment.received) return undefined;
      if (shipment.status !== 'rto')
        throw new AppError('SHIPMENT_STATUS_INVALID', {
          message: 'Only a parcel that is returning to the shop can be received.',
        });
      const isRestocked = new Map(lines.map(({ lineId, restock }) => [lineId, restock]));
      if (lines.some(({ lineId }) => !shipment.lines.some((line) => line.lineId === lineId)))
        throw new AppError('SHIPMENT_LINES_INVALID');
      const inspected = shipment.lines.map(({ lineId }) => ({ lineId, restock: isRestocked.get(lineId) ?? false }));
      const received = { at: new Date(), by: by.email, lines: inspected, ...(note ? { note } : {}) };
      const changes = inspected.map(({ lineId, restock }) => ({
        field: `line ${lineId}`,
        to: restock ? 'can be sold again' : 'damaged',
      }));
      return {
        shipment: { ...shipment, received },
        ...(inspected.every(({ restock }) => restock) ? {} : { published: { previous: shipment.status } }),
        audit: { by, action: 'received', changes: [...changes, { field: 'note', to: note }] },
      };
    });
  }
}

function assertUndelivered({ status }: ShipmentRecord): void {
  if (status !== 'undelivered')
    throw new AppError('SHIPMENT_STATUS_INVALID', {
      message: 'This parcel has no failed delivery. Please reload the page.',
    });
}
