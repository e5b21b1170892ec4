import { call } from '@rangavalli/web-kit/data/api';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { useAction } from '../layout/use-action.js';
import { FilterBar } from '../listing/FilterBar.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';

/** Who wants deliveries to PIN codes that are not served. */
export function Waitlist() {
  const params = useListParams();
  const filter = { q: useDebounced(params.get('q')) || undefined };
  const list = useList(`waitlist ${JSON.stringify(filter)}`, params, (cursor, signal) =>
    call('GET /delivery/waitlist', { query: { ...filter, cursor } }, { signal }),
  );
  const { busy, run } = useAction(list.reload);
  return (
    <>
      <FilterBar params={params} what={messages.waitlistWhat} search={messages.searchPins} found={list.first?.total} />
      <PagedList
        list={list}
        rowsOf={({ entries }) => entries}
        what={messages.waitlistWhat}
        loadFailed={messages.waitlistFailed}
        empty={{
          title: messages.waitlistEmpty,
          text: params.get('q') ? messages.noMatches : messages.waitlistEmptyText,
        }}
      >
        {(rows) => (
          <DataTable
            caption={messages.waitlist}
            rows={rows}
            keyOf={({ _id }) => _id}
            columns={[
              { label: messages.email, kind: 'wide', cell: ({ email }) => email },
              { label: messages.pincode, kind: 'short', cell: ({ pincode }) => pincode },
              {
                label: messages.product,
                cell: ({ productId }) =>
                  productId ? <Link to={`/product/${productId}`}>{messages.viewProduct}</Link> : messages.none,
              },
              { label: messages.since, kind: 'short', cell: ({ requestedAt }) => formatDay(requestedAt) },
              {
                label: messages.action,
                cell: ({ _id: id, email }) => (
                  <Button
                    look="quiet"
                    aria-label={messages.deleteOf(email)}
                    disabled={busy !== undefined}
                    onClick={() => void run(id, () => call('DELETE /delivery/waitlist/{id}', { params: { id } }))}
                  >
                    {messages.delete}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </PagedList>
    </>
  );
}
