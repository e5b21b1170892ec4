import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { RowsSkeleton } from '../layout/RowsSkeleton.js';
import { Pager } from '../listing/Pager.js';
import { serverPage } from '../listing/server-page.js';
import { useListAddress } from '../listing/use-list-address.js';
import listing from '../listing/listing.module.css';
import { DeliveryTable } from './DeliveryTable.js';
import { outcomes, outcomeWords } from './payment-words.js';

/** What Razorpay delivered, newest first, with what became of it. */
export function Deliveries() {
  const address = useListAddress();
  const outcome = outcomes.find((one) => one === address.of('outcome'));
  const { data, error, reload } = useQuery(`deliveries ${outcome ?? ''} ${address.page}`, (signal) =>
    call('GET /payments/deliveries', { query: { ...(outcome ? { outcome } : {}), page: address.page } }, { signal }),
  );
  const list = data && serverPage(data.deliveries, data);
  return (
    <>
      <div className={listing.filters}>
        <Select
          label="Outcome"
          value={outcome ?? ''}
          onChange={(event) => address.set({ outcome: event.target.value })}
        >
          <option value="">All deliveries</option>
          {outcomes.map((one) => (
            <option key={one} value={one}>
              {outcomeWords[one]}
            </option>
          ))}
        </Select>
      </div>
      {error && !data && <ErrorState title="The webhooks could not be loaded." error={error} onRetry={reload} />}
      {!error && !data && <RowsSkeleton what="webhooks" rows={8} height="3.25rem" />}
      {list?.rows.length === 0 && (
        <EmptyState
          title="No webhooks found."
          text={outcome ? 'None had this outcome.' : 'Razorpay has delivered nothing in 90 days.'}
        />
      )}
      {list && list.rows.length > 0 && (
        <>
          <DeliveryTable deliveries={list.rows} onDone={reload} />
          <Pager list={list} what="webhooks" onPage={address.goTo} />
        </>
      )}
    </>
  );
}
