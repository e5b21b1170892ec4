import { useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { isVoid, shipmentTransitions } from '@rangavalli/contracts/shipment-statuses';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { savePapers } from '../dispatch/bulk.js';
import { LoadError } from '../layout/LoadError.js';
import shared from '../layout/shared.module.css';
import { Timeline } from '../layout/Timeline.js';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';
import { type LineLeft, ShipmentForm } from './ShipmentForm.js';

/** What the server computes also excludes what staff have taken back; it is missing without parcels. */
const linesLeft = (order: Order, { shipments, left: units }: CallResponse<'GET /shipments'>): LineLeft[] => {
  if (units)
    return order.products.flatMap((line) =>
      units.filter(({ lineId }) => lineId === line.lineId).map(({ quantity }) => ({ line, left: quantity })),
    );
  const shipped = shipments
    .filter(({ status, received }) => !isVoid(status) && !received)
    .flatMap(({ lines }) => lines);
  return order.products.flatMap((line) => {
    const left = shipped
      .filter(({ lineId }) => lineId === line.lineId)
      .reduce((rest, { quantity }) => rest - quantity, line.quantity - (line.cancelled ?? 0));
    return left > 0 ? [{ line, left }] : [];
  });
};

/** The parcels of an order; staff make them and set their status, which the order follows. */
export function ShipmentsPanel({ order, onChanged }: { order: Order; onChanged: () => void }) {
  const mayWrite = usePermissions()('orders.write');
  const query = useQuery(`shipments ${order._id}`, (signal) =>
    call('GET /shipments', { query: { orderId: order._id } }, { signal }),
  );
  const reload = () => {
    query.reload();
    onChanged();
  };
  const { busy, run } = useAction(reload);
  const [isCreating, setIsCreating] = useState(false);
  if (!query.data) {
    return query.error ? <LoadError title={messages.failed} query={query} /> : <Skeleton height="8rem" />;
  }
  const { shipments } = query.data;
  const left = linesLeft(order, query.data);
  const setStatus = (id: string, status: Shipment['status']) =>
    run(id, () => call('POST /shipments/{id}/status', { params: { id }, body: { status } }));
  const print = (id: string) =>
    run(`papers ${id}`, async () => {
      await savePapers('slips_and_labels', [id]);
      return { message: messages.printed };
    });
  return (
    <div className={shared.stack}>
      {shipments.length === 0 && <p className={shared.empty}>{messages.none}</p>}
      {shipments.map(
        ({ id, status, courier, courierName, awb, booking, undelivered, lines, history, trackingPath }) => (
          <section key={id} className={shared.stack} aria-label={id}>
            <p>
              <strong>{id}</strong> · {courierName ?? messages.couriers[courier]} {awb} ·{' '}
              <Link to={trackingPath}>{messages.tracking}</Link>
            </p>
            {booking?.error && <Notice kind="warning">{messages.bookingFailed(booking.error)}</Notice>}
            {undelivered && <p>{messages.undelivered(undelivered.attempts, undelivered.reason)}</p>}
            <p>{lines.map(({ name, size, quantity }) => messages.item(name, size, quantity)).join(', ')}</p>
            {mayWrite && shipmentTransitions[status].length > 0 && (
              <Select
                label={messages.status(id)}
                value={status}
                disabled={busy !== undefined}
                onChange={({ target }) => {
                  const next = shipmentTransitions[status].find((one) => one === target.value);
                  if (next) void setStatus(id, next);
                }}
              >
                {[status, ...shipmentTransitions[status]].map((one) => (
                  <option key={one} value={one}>
                    {messages.statuses[one]}
                  </option>
                ))}
              </Select>
            )}
            {mayWrite && status === 'created' && (
              <div className={shared.actions}>
                <Button
                  look="secondary"
                  busy={busy === `papers ${id}`}
                  aria-label={messages.papersOf(id)}
                  onClick={() => void print(id)}
                >
                  {messages.papers}
                </Button>
              </div>
            )}
            <Timeline
              entries={history.map(({ status: what, at, place, note }) => ({
                key: `${at} ${what}`,
                what: messages.statuses[what],
                at,
                note: [place, note].filter(Boolean).join(', '),
              }))}
            />
          </section>
        ),
      )}
      {mayWrite && order.status !== 'Cancelled' && left.length === 0 && (
        <p className={shared.empty}>{messages.allShipped}</p>
      )}
      {mayWrite && order.status !== 'Cancelled' && left.length > 0 && (
        <div className={shared.actions}>
          <Button onClick={() => setIsCreating(true)}>{messages.create}</Button>
        </div>
      )}
      {isCreating && (
        <ShipmentForm
          orderId={order._id}
          lines={left}
          onClose={() => setIsCreating(false)}
          onCreated={() => {
            setIsCreating(false);
            reload();
          }}
        />
      )}
    </div>
  );
}
