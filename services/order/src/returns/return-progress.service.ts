import { Inject, Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { type OrderReturn, returnProgress } from '@rangavalli/contracts/entities/return';
import type { Envelope, EventData } from '@rangavalli/contracts/events';
import { hasPermission } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { createPickupCancelled, createReturnPaid, createReturnUpdated } from '../events/order-events.js';
import { type OrderRecord, SYSTEM } from '../store/order.schema.js';
import { OrderStore, purchaseOf } from '../store/order.store.js';
import { toRecipient } from '../shipping/recipient.js';
import { toReturn } from './return.mapper.js';
import type { ReturnRecord } from './return.schema.js';

/** Of simultaneous changes of one order, one succeeds per attempt. */
const MAX_ATTEMPTS = 20;

type Shipment = NonNullable<ReturnRecord['shipment']>;

interface Change {
  record: ReturnRecord;
  /** For the order's history. */
  what: string;
  /** For the log: without what people typed. */
  outcome: (typeof returnProgress)[number] | 'pickup_cancelled' | 'lost' | 'payout_paid';
  events?: Envelope[];
}

/** What happens to a return before and after its decision: the way of the goods, and the payment of cash refunds. */
@Injectable()
export class ReturnProgress {
  constructor(
    private readonly store: OrderStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError RETURN_NOT_FOUND, also for other customers' returns; FORBIDDEN, RETURN_DECIDED, UNAVAILABLE */
  ship(id: string, body: CallInput<'POST /returns/{id}/shipment'>['body'], caller: Identity): Promise<OrderReturn> {
    const isStaff = hasPermission(caller.role, 'orders.write');
    return this.change(id, caller.email, (order, record) => {
      if (!isStaff && order.userId !== caller.id) throw new AppError('RETURN_NOT_FOUND');
      if (!isStaff && body.progress !== 'sent') throw new AppError('FORBIDDEN');
      if (record.state !== 'requested') throw new AppError('RETURN_DECIDED');
      const { at: _at, ...current }: Partial<Shipment> = record.shipment ?? {};
      if (JSON.stringify({ ...current, ...body }) === JSON.stringify(current)) return undefined;
      const parts = [progressNames[body.progress], body.courier, body.trackingNumber, body.pickupOn];
      const what = `Return ${parts.filter(Boolean).join(', ')}`;
      const shipment = { ...current, ...body, at: new Date() };
      const isNews = current.progress !== body.progress || current.pickupOn !== shipment.pickupOn;
      const audit = createAuditEvent(caller, {
        action: 'order.return.moved',
        subject: 'order',
        subjectId: String(order._id),
        label: order.orderNumber,
        changes: [
          { field: 'progress', from: current.progress, to: body.progress },
          { field: 'courier', from: current.courier, to: shipment.courier },
          { field: 'trackingNumber', from: current.trackingNumber, to: shipment.trackingNumber },
          { field: 'pickupOn', from: current.pickupOn, to: shipment.pickupOn },
        ],
      });
      return {
        record: { ...record, shipment },
        what,
        outcome: body.progress,
        events: [...(isNews ? announce(order, id, shipment) : []), ...(isStaff ? [audit] : [])],
      };
    });
  }

  /** What a courier needs to collect the goods. @throws AppError RETURN_NOT_FOUND */
  async describeForPickup(returnId: string): Promise<CommandReply<'rpc.order.return.get'>> {
    const { order, record } = await this.find(returnId);
    const { _id, orderNumber, userId, orderedAt, billing, quote } = order;
    return {
      orderId: String(_id),
      orderNumber,
      userId,
      state: toReturn(order, record).state,
      orderedAt: (orderedAt ?? record.requestedAt).toISOString(),
      ...(billing ? { recipient: toRecipient(billing) } : {}),
      lines: record.lines.flatMap(({ lineId, quantity }) => {
        const index = order.lines.findIndex((line) => line.lineId === lineId);
        const [line, quoted] = [order.lines[index], quote?.lines[index]];
        if (!line) return [];
        const { productId, name, size } = line;
        const unitPaise = quoted ? Math.floor(quoted.paidPaise / quoted.quantity) : line.unitPaise;
        return [{ productId, name, size, quantity, unitPaise, ...(quoted?.hsn ? { hsn: quoted.hsn } : {}) }];
      }),
    };
  }

  /** What the courier of a return reports. Idempotent; late reports and those of decided returns change nothing. */
  async recordParcel(data: EventData<'fulfilment.return.moved'>): Promise<void> {
    const { returnId, status, courierName, awb, pickupOn } = data;
    await this.change(returnId, SYSTEM, (order, record) => {
      if (record.state !== 'requested') return undefined;
      const { shipment, ...others } = record;
      const isOfParcel = shipment?.trackingNumber === awb;
      if (status === 'cancelled' || status === 'lost') {
        // Staff arrange another way.
        if (!isOfParcel || shipment.progress === 'received') return undefined;
        if (status === 'lost') return { record: others, what: 'Return lost by the courier', outcome: 'lost' };
        const event = createPickupCancelled(order, returnId);
        const what = `Return pick-up cancelled, ${courierName}`;
        return { record: others, what, outcome: 'pickup_cancelled', events: [event] };
      }
      const progress: (typeof returnProgress)[number] = status === 'booked' ? 'pickup_arranged' : status;
      const isLate = isOfParcel && returnProgress.indexOf(shipment.progress) >= returnProgress.indexOf(progress);
      if (isLate || shipment?.progress === 'received') return undefined;
      const parcel = { courier: courierName, trackingNumber: awb, pickupOn, isBooked: true as const };
      const next = { progress, ...parcel, at: new Date(data.at) };
      return {
        record: { ...record, shipment: next },
        what: `Return ${progressNames[progress]}, ${courierName}, ${awb}`,
        outcome: progress,
        events: announce(order, returnId, next),
      };
    });
  }

  /**
   * Records the payment of a refund in cash, once.
   * @throws AppError RETURN_NOT_FOUND, PAYOUT_NOT_DUE when nothing is due or it was paid with another reference
   */
  pay(id: string, reference: string, caller: Identity): Promise<OrderReturn> {
    return this.change(id, caller.email, (order, record) => {
      if (record.payoutState === 'paid' && record.payoutReference === reference) return undefined;
      if (record.payoutState !== 'due') throw new AppError('PAYOUT_NOT_DUE');
      const amount = formatPaise(record.payoutPaise ?? 0);
      const audit = createAuditEvent(caller, {
        action: 'order.return.paid',
        subject: 'order',
        subjectId: String(order._id),
        label: order.orderNumber,
        changes: [
          { field: 'amount', to: amount },
          { field: 'reference', to: reference },
        ],
      });
      const paid = { ...record, payoutState: 'paid' as const, payoutReference: reference };
      const what = `Refund of ${amount} paid: ${reference}`;
      const events = [audit, createReturnPaid(order, record, reference)];
      return { record: paid, what, outcome: 'payout_paid', events };
    });
  }

  /** @param decide returns undefined when nothing is to change */
  private async change(
    id: string,
    by: string,
    decide: (order: OrderRecord, record: ReturnRecord) => Change | undefined,
  ): Promise<OrderReturn> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { order, record } = await this.find(id);
      const change = decide(order, record);
      if (!change) return toReturn(order, record);
      const { revision } = order;
      const returns = (order.returns ?? []).map((one) => (one.id === id ? change.record : one));
      const changed = await this.store.update(order._id, {
        guard: { phase: 'placed', revision },
        set: { returns, revision: revision + 1 },
        history: { at: new Date(), by, what: change.what },
        events: change.events ?? [],
      });
      if (!changed) continue;
      const { outcome } = change;
      this.logger.info({ ...purchaseOf(changed), returnId: id, outcome }, 'return changed');
      return toReturn(changed, change.record);
    }
    throw new AppError('UNAVAILABLE');
  }

  private async find(id: string): Promise<{ order: OrderRecord; record: ReturnRecord }> {
    const order = await this.store.findOne({ 'returns.id': id });
    const record = order?.returns?.find((one) => one.id === id);
    if (!order || !record || record.state === 'cancelled') throw new AppError('RETURN_NOT_FOUND');
    return { order, record };
  }
}

/** Returns what informs the customer, if this step does. */
function announce(order: OrderRecord, id: string, { progress, pickupOn, courier }: Shipment): Envelope[] {
  if (progress === 'received') return [createReturnUpdated(order, id, 'received')];
  if (progress !== 'pickup_arranged') return [];
  const pickup = { ...(pickupOn ? { pickupOn } : {}), ...(courier ? { courierName: courier } : {}) };
  return [createReturnUpdated(order, id, 'pickup_scheduled', pickup)];
}

const progressNames = {
  pickup_arranged: 'pick-up arranged',
  picked_up: 'picked up',
  sent: 'sent by the customer',
  received: 'received',
};
