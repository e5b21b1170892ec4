import { formatDay } from '@rangavalli/web-kit/format/dates';
import { messages as layout } from '../layout/messages.js';
import { InspectionDialog } from './InspectionDialog.js';
import { messages } from './messages.js';
import { Parcels } from './Parcels.js';
import type { KeyProps } from './use-row-keys.js';

/** Parcels on their way back to the shop (RTO), for inspection when they arrive. */
export function ComingBack(props: KeyProps) {
  return (
    <Parcels
      {...props}
      status="rto"
      empty={{ title: messages.emptyBack, text: messages.emptyBackText }}
      columns={[
        { label: messages.since, kind: 'short', cell: ({ history }) => formatDay(history.at(-1)?.at) },
        { label: messages.reason, cell: ({ undelivered }) => undelivered?.reason ?? layout.none },
        {
          label: messages.items,
          kind: 'wide',
          cell: ({ lines }) => lines.map(({ name, size, quantity }) => messages.item(name, size, quantity)).join(', '),
        },
      ]}
      action={{ label: messages.inspect, labelOf: messages.inspectOf }}
      renderDialog={(dialog) => <InspectionDialog {...dialog} />}
    />
  );
}
