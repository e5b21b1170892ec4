import type { Order } from '@rangavalli/contracts/entities/order';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { DataTable, type Column } from '../layout/DataTable.js';
import { OrderLink } from '../layout/IdLink.js';
import { messages } from './messages.js';
import { StatusBadge } from './StatusBadge.js';

type Line = Order['products'][number];

/** Name and quantity of an order line (specification §2). */
export const formatLine = ({ product, quantity }: Line): string =>
  messages.line(product.name || messages.unnamed, quantity);

export const formatLines = (lines: readonly Line[]): string => lines.map(formatLine).join(', ') || messages.noProducts;

interface OrderTableProps {
  caption: string;
  orders: readonly Order[];
  /** What the list shows beside id, date, total and status. */
  column: Column<Order>;
}

export const OrderTable = ({ caption, orders, column }: OrderTableProps) => (
  <DataTable
    inPanel
    caption={caption}
    rows={orders}
    keyOf={({ _id }) => _id}
    columns={[
      {
        label: messages.order,
        kind: 'short',
        cell: ({ _id, orderNumber }) => <OrderLink orderNumber={orderNumber} />,
      },
      { label: messages.date, kind: 'short', cell: ({ orderedAt }) => formatDay(orderedAt) },
      column,
      { label: messages.total, kind: 'number', cell: ({ amount }) => formatRupees(amount) },
      { label: messages.status, cell: ({ status }) => <StatusBadge status={status} /> },
    ]}
  />
);
