import type { AuditEntry } from '@rangavalli/contracts/entities/audit';
import { call } from '@rangavalli/web-kit/data/api';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { DataTable } from '../layout/DataTable.js';
import { shortId } from '../layout/IdLink.js';
import { Page } from '../layout/Page.js';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import css from './AuditPage.module.css';
import { messages } from './messages.js';
import { Verification } from './Verification.js';

const VISIBLE_CHANGES = 4;

const paths: Record<AuditEntry['subject'], (id: string) => string> = {
  product: (id) => `/admin/products/edit/${id}`,
  order: (id) => `/admin/orders/${id}`,
  user: (id) => `/admin/customers/${id}`,
  payment: (id) => `/admin/payments/${id}`,
  invitation: () => '/admin/staff',
  settings: () => '/admin/payments?view=limits',
  event: () => '/admin/payments?view=dead',
};
const labelOf = ({ subject, subjectId, label }: AuditEntry): string =>
  label || messages.unnamed(subject, shortId(subjectId));

/** Formats `stock.changed` as "Stock changed". */
function formatAction(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Links to the subject of a history unless its newest entry deleted it. */
const HistoryHeader = ({ newest }: { newest: AuditEntry }) => (
  <p className={css.history}>
    {messages.history(labelOf(newest))}
    {newest.action !== 'product.deleted' && <Link to={paths[newest.subject](newest.subjectId)}>{messages.open}</Link>}
  </p>
);

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return messages.noChanges;
  const list = (some: AuditEntry['changes']) => (
    <ul className={css.changes}>
      {some.map((change) => (
        <li key={change.field}>{messages.change(change)}</li>
      ))}
    </ul>
  );
  if (changes.length <= VISIBLE_CHANGES + 1) return list(changes);
  return (
    <>
      {list(changes.slice(0, VISIBLE_CHANGES))}
      <details className={css.more}>
        <summary>{messages.more(changes.length - VISIBLE_CHANGES)}</summary>
        {list(changes.slice(VISIBLE_CHANGES))}
      </details>
    </>
  );
}

/** Who changed what and when, newest first. */
export function AuditPage() {
  const params = useListParams();
  const type = params.get('subject');
  const subject = type && Object.hasOwn(messages.types, type) ? (type as AuditEntry['subject']) : undefined;
  const filter = {
    subject,
    subjectId: params.get('subjectId') || undefined,
    q: useDebounced(params.get('q')) || undefined,
  };
  const list = useList(`audit ${JSON.stringify(filter)}`, params, (cursor, signal) =>
    call('GET /operations/audit', { query: { ...filter, cursor } }, { signal }),
  );
  return (
    <Page title={messages.title}>
      <Verification />
      <FilterBar params={params} what={messages.what} search={messages.search} found={list.first?.total}>
        <FilterSelect params={params} name="subject" label={messages.type} options={messages.types} />
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ entries }) => entries}
        what={messages.entries}
        loadFailed={messages.loadFailed}
        empty={{ title: messages.empty, text: params.isFiltered ? listing.noMatches : messages.emptyText }}
      >
        {(rows) => (
          <>
            {filter.subjectId && rows[0] && <HistoryHeader newest={rows[0]} />}
            <DataTable
              caption={messages.title}
              rows={rows}
              keyOf={({ _id }) => _id}
              columns={[
                { label: messages.action, cell: ({ action }) => formatAction(action) },
                { label: messages.time, kind: 'short', cell: ({ at }) => formatDateTime(at) },
                {
                  label: messages.actor,
                  cell: ({ actor }) => (
                    <>
                      {actor.name}
                      {actor.email && <span className={css.email}>{actor.email}</span>}
                    </>
                  ),
                },
                {
                  label: messages.subject,
                  cell: (entry) => <Link to={`/admin/audit?subjectId=${entry.subjectId}`}>{labelOf(entry)}</Link>,
                },
                { label: messages.changes, kind: 'wide', cell: ({ changes }) => <Changes changes={changes} /> },
              ]}
            />
          </>
        )}
      </PagedList>
    </Page>
  );
}
