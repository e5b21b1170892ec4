import type { CallResponse } from '@rangavalli/contracts/calls';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { DataTable } from '../layout/DataTable.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

export type Preview = CallResponse<'POST /offers/preview'>['preview'];

/** Which products an offer is for, and what they cost with it. */
export const OfferPreview = ({ preview: { total, products } }: { preview: Preview }) => (
  <div className={shared.stack}>
    <p role="status" className={shared.empty}>
      {messages.products(total)} {products.length < total && messages.firstOnes(products.length)}
    </p>
    {products.length > 0 && (
      <DataTable
        caption={messages.previewOf}
        rows={products}
        keyOf={({ productId }) => productId}
        columns={[
          { label: messages.product, cell: ({ name }) => name },
          { label: messages.price, kind: 'number', cell: ({ price }) => formatRupees(price) },
          {
            label: messages.offerPrice,
            kind: 'number',
            cell: ({ offerPrice, units }) =>
              units > 1 ? messages.perUnit(formatRupees(offerPrice), units) : formatRupees(offerPrice),
          },
        ]}
      />
    )}
  </div>
);
