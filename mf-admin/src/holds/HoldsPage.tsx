import { useState } from 'react';
import type { StockHold } from '@rangavalli/contracts/entities/holds';
import { call } from '@rangavalli/web-kit/data/api';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { DataTable, type Column } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { Page } from '../layout/Page.js';
import { useAction } from '../layout/use-action.js';
import { FilterBar } from '../listing/FilterBar.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import css from './HoldsPage.module.css';
import { messages } from './messages.js';

const nameOf = ({ customer }: StockHold): string => customer.name || customer.email || messages.unknown;

/** Who holds which stock without having paid, and its release. */
export function HoldsPage() {
  const may = usePermissions();
  const params = useListParams();
  const filter = { q: useDebounced(params.get('q')) || undefined };
  const list = useList(`holds ${JSON.stringify(filter)}`, params, (cursor, signal) =>
    call('GET /orders/admin/holds', { query: { ...filter, cursor } }, { signal }),
  );
  const { busy, run } = useAction(list.reload);
  const [releasing, setReleasing] = useState<StockHold>();
  const release = async ({ orderId }: StockHold) => {
    await run('release', () => call('POST /orders/admin/holds/{orderId}/release', { params: { orderId } }));
    setReleasing(undefined);
  };
  const customerCell = (hold: StockHold) => (
    <>
      {may('customers.read') ? <Link to={`/admin/customers/${hold.customer.id}`}>{nameOf(hold)}</Link> : nameOf(hold)}
      {hold.customer.email && hold.customer.name && <span className={css.email}>{hold.customer.email}</span>}
    </>
  );
  const action: Column<StockHold> = {
    label: messages.action,
    cell: (hold) => (
      <Button
        look="quiet"
        disabled={busy !== undefined}
        aria-label={messages.releaseOf(nameOf(hold))}
        onClick={() => setReleasing(hold)}
      >
        {messages.release}
      </Button>
    ),
  };
  return (
    <Page title={messages.title} note={messages.note}>
      <FilterBar params={params} what={messages.what} search={messages.search} found={list.first?.total} />
      <PagedList
        list={list}
        rowsOf={({ holds }) => holds}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={{ title: messages.empty, text: params.isFiltered ? messages.noMatches : messages.emptyText }}
      >
        {(rows) => (
          <DataTable
            caption={messages.title}
            rows={rows}
            keyOf={({ orderId }) => orderId}
            columns={[
              { label: messages.customer, cell: customerCell },
              {
                label: messages.items,
                kind: 'wide',
                cell: ({ lines }) => (
                  <ul className={css.lines}>
                    {lines.map(({ productId, name, size, quantity }) => (
                      <li key={`${productId} ${size}`}>{messages.line(name, size, quantity)}</li>
                    ))}
                  </ul>
                ),
              },
              { label: messages.units, kind: 'number', cell: ({ units }) => units },
              { label: messages.renewals, cell: ({ renewals }) => messages.times(renewals) },
              { label: messages.network, kind: 'short', cell: ({ network }) => network || layout.missing },
              { label: messages.since, cell: ({ startedAt }) => formatDateTime(startedAt) },
              { label: messages.until, cell: ({ expiresAt }) => formatDateTime(expiresAt) },
              ...(may('holds.write') ? [action] : []),
            ]}
          />
        )}
      </PagedList>
      <ConfirmDialog
        title={messages.releaseTitle}
        open={releasing !== undefined}
        confirmLabel={messages.release}
        cancelLabel={messages.keep}
        busy={busy !== undefined}
        onConfirm={() => releasing && void release(releasing)}
        onClose={() => setReleasing(undefined)}
      >
        {releasing && messages.releaseText(nameOf(releasing), releasing.units)}
      </ConfirmDialog>
    </Page>
  );
}
