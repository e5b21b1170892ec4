import { useState } from 'react';
import { type OrderReturn, payoutState, returnState } from '@rangavalli/contracts/entities/return';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { OrderLink } from '../layout/IdLink.js';
import { messages as layout } from '../layout/messages.js';
import { Page } from '../layout/Page.js';
import { FilterSelect } from '../listing/FilterBar.js';
import { StateList } from '../listing/StateList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { CancelPickup } from './CancelPickup.js';
import { DecisionDialog } from './DecisionDialog.js';
import { messages } from './messages.js';
import { type Booked, PickupDialog } from './PickupDialog.js';
import { PayoutDialog } from './PayoutDialog.js';
import css from './Returns.module.css';
import { ShipmentDialog } from './ShipmentDialog.js';

const tones = { requested: 'yellow', completed: 'green', refused: 'gray' } as const;

/** Goods that come back, for inspection. */
export function ReturnsPage() {
  const params = useListParams();
  const mayDecide = usePermissions()('orders.write');
  const state = returnState.options.find((one) => one === params.get('state'));
  const payout = payoutState.options.find((one) => one === params.get('payout'));
  const list = useList(`returns ${state ?? ''} ${payout ?? ''}`, params, (cursor, signal) =>
    call('GET /returns', { query: { state, payout, cursor } }, { signal }),
  );
  const mayPay = usePermissions()('refunds.write');
  const [open, setOpen] = useState<{ value: OrderReturn; what: 'decide' | 'pickup' | 'cancel' | 'ship' | 'pay' }>();
  /** Parcels by return, and the tracking number of one whose cancellation, that the list may not have yet. */
  const [booked, setBooked] = useState<Record<string, OrderReturn['shipment']>>({});
  const [cancelled, setCancelled] = useState<string>();
  const withParcel = (one: OrderReturn): OrderReturn => {
    const shipment = one.shipment ?? booked[one.id];
    return { ...one, shipment: shipment?.trackingNumber === cancelled ? undefined : shipment };
  };
  const close = () => setOpen(undefined);
  const onDone = () => {
    close();
    list.reload();
  };
  const onBooked = (id: string, pickup: Booked) => {
    setBooked({ ...booked, [id]: toShipment(pickup) });
    list.reload();
  };
  return (
    <Page title={messages.title} note={messages.note}>
      <StateList
        params={params}
        list={list}
        rowsOf={({ returns }) => returns.map(withParcel)}
        keyOf={({ id }) => id}
        messages={messages}
        columns={[
          { label: messages.requested, kind: 'short', cell: ({ requestedAt }) => formatDay(requestedAt) },
          {
            label: messages.order,
            kind: 'short',
            cell: ({ orderNumber }) => <OrderLink orderNumber={orderNumber} />,
          },
          { label: messages.customer, cell: ({ customer }) => customer },
          { label: messages.items, kind: 'wide', cell: itemsOf },
          {
            label: messages.state,
            cell: (one) => (
              <>
                <Badge tone={tones[one.state]}>{messages.states[one.state]}</Badge>
                {one.state === 'requested' && one.shipment && <div>{progressOf(one.shipment)}</div>}
              </>
            ),
          },
          { label: messages.result, cell: resultOf },
          {
            label: messages.action,
            cell: (one) => {
              if (one.state === 'requested' && mayDecide)
                return (
                  <div className={css.actions}>
                    <Button
                      look="quiet"
                      aria-label={messages.decideOf(one.orderNumber)}
                      onClick={() => setOpen({ value: one, what: 'decide' })}
                    >
                      {messages.decide}
                    </Button>
                    {(!one.shipment || one.shipment.progress === 'sent') && (
                      <Button
                        look="quiet"
                        aria-label={messages.bookPickupOf(one.orderNumber)}
                        onClick={() => setOpen({ value: one, what: 'pickup' })}
                      >
                        {messages.bookPickup}
                      </Button>
                    )}
                    {one.shipment?.isBooked && one.shipment.progress === 'pickup_arranged' && (
                      <Button
                        look="quiet"
                        aria-label={messages.cancelPickupOf(one.orderNumber)}
                        onClick={() => setOpen({ value: one, what: 'cancel' })}
                      >
                        {messages.cancelPickup}
                      </Button>
                    )}
                    <Button
                      look="quiet"
                      aria-label={messages.shipOf(one.orderNumber)}
                      onClick={() => setOpen({ value: one, what: 'ship' })}
                    >
                      {messages.ship}
                    </Button>
                  </div>
                );
              if (one.payoutState === 'due' && mayPay)
                return (
                  <Button
                    look="quiet"
                    aria-label={messages.payOf(one.orderNumber)}
                    onClick={() => setOpen({ value: one, what: 'pay' })}
                  >
                    {messages.pay}
                  </Button>
                );
              return layout.none;
            },
          },
        ]}
      >
        <FilterSelect
          params={params}
          name="payout"
          label={messages.payoutLabel}
          options={{ '': messages.allPayouts, ...messages.payouts }}
        />
      </StateList>
      {open?.what === 'decide' && <DecisionDialog value={open.value} onClose={close} onDecided={onDone} />}
      {open?.what === 'pickup' && (
        <PickupDialog value={open.value} onClose={close} onBooked={(pickup) => onBooked(open.value.id, pickup)} />
      )}
      {open?.what === 'cancel' && (
        <CancelPickup
          value={open.value}
          onClose={close}
          onCancelled={() => setCancelled(open.value.shipment?.trackingNumber)}
          onDone={onDone}
        />
      )}
      {open?.what === 'ship' && <ShipmentDialog value={open.value} onClose={close} onDone={onDone} />}
      {open?.what === 'pay' && <PayoutDialog value={open.value} onClose={close} onDone={onDone} />}
    </Page>
  );
}

const toShipment = ({ courierName, awb, pickupOn }: Booked): OrderReturn['shipment'] => ({
  progress: 'pickup_arranged',
  courier: courierName,
  trackingNumber: awb,
  pickupOn,
  at: new Date().toISOString(),
  isBooked: true,
});

const progressOf = ({ progress, courier, trackingNumber, pickupOn }: NonNullable<OrderReturn['shipment']>): string =>
  [
    messages.progress[progress],
    ...(progress === 'pickup_arranged' && pickupOn ? [formatDay(pickupOn)] : []),
    ...(progress === 'received' ? [] : [courier, trackingNumber]),
  ]
    .filter(Boolean)
    .join(' · ');

const itemsOf = ({ lines }: OrderReturn) =>
  lines.map(({ lineId, name, size, quantity, reason, outcome, damaged }) => (
    <div key={lineId}>
      {messages.line(name, size, quantity)}: {messages.reasonOf(reason)} · {messages.outcomes[outcome]}
      {damaged ? ` · ${messages.damaged(damaged)}` : ''}
    </div>
  ));

function resultOf({ refunded, credited, payout, payoutReference, exchanged, due, upiId, bank }: OrderReturn): string {
  const payee = upiId ?? bank?.account ?? '';
  const parts = [
    ...(refunded === undefined ? [] : [messages.refunded(formatRupees(refunded))]),
    ...(credited === undefined ? [] : [messages.credited(formatRupees(credited))]),
    ...(payout === undefined
      ? []
      : [
          payoutReference
            ? messages.paidOut(formatRupees(payout), payoutReference)
            : messages.payout(formatRupees(payout), payee),
        ]),
    ...(exchanged === undefined ? [] : [messages.exchanged(formatRupees(exchanged))]),
    ...(due ? [messages.due[due.state ?? 'open'](formatRupees(due.amount))] : []),
  ];
  return parts.join(', ') || layout.none;
}
