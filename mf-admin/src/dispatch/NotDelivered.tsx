import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { messages as layout } from '../layout/messages.js';
import css from './Dispatch.module.css';
import { messages } from './messages.js';
import { Parcels } from './Parcels.js';
import { UndeliveredDialog } from './UndeliveredDialog.js';
import type { KeyProps } from './use-row-keys.js';

/** Parcels that their courier could not deliver (NDR), with what the shop requested. */
export function NotDelivered(props: KeyProps) {
  return (
    <Parcels
      {...props}
      status="undelivered"
      empty={{ title: messages.emptyUndelivered, text: messages.emptyUndeliveredText }}
      columns={[
        { label: messages.lastAttempt, kind: 'short', cell: ({ undelivered }) => formatDay(undelivered?.at) },
        { label: messages.attempts, kind: 'number', cell: ({ undelivered }) => undelivered?.attempts ?? 1 },
        { label: messages.reason, kind: 'wide', cell: ({ undelivered }) => undelivered?.reason ?? layout.missing },
        { label: messages.requested, kind: 'wide', cell: (shipment) => <Requested shipment={shipment} /> },
      ]}
      action={{ label: messages.decide, labelOf: messages.decideOf }}
      renderDialog={(dialog) => <UndeliveredDialog {...dialog} />}
    />
  );
}

function Requested({ shipment: { undelivered } }: { shipment: Shipment }) {
  if (!undelivered?.requested) return layout.none;
  const { requested, requestedDate, note } = undelivered;
  return (
    <span className={css.lines}>
      <span>
        <Badge tone={requested === 'rto' ? 'gray' : 'blue'}>{messages.requests[requested]}</Badge>{' '}
        {requestedDate && formatDay(requestedDate)}
      </span>
      {note && <span className={css.note}>{note}</span>}
    </span>
  );
}
