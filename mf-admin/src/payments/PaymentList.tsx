import type { PaymentDetails, PaymentProblem } from '@rangavalli/contracts/entities/payments-admin';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { DataTable } from '../layout/DataTable.js';
import { PaymentLink } from '../layout/IdLink.js';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { FilterPeriod } from '../listing/FilterPeriod.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';
import { badgesOf, orderState } from './payment-state.js';
import css from './PaymentsPage.module.css';

const problems = Object.keys(messages.problems) as PaymentProblem[];

export const PaymentBadges = ({ payment }: { payment: PaymentDetails }) => (
  <span className={css.badges}>
    {badgesOf(payment).map(({ text, tone }) => (
      <Badge key={text} tone={tone}>
        {text}
      </Badge>
    ))}
  </span>
);

/** Payments, newest first: all, or those with a problem. */
export function PaymentList({ problemsOnly }: { problemsOnly: boolean }) {
  const params = useListParams();
  const problem =
    problems.find((one) => one === params.get('problem')) ?? (problemsOnly ? ('any' as const) : undefined);
  const filter = {
    problem,
    q: useDebounced(params.get('q')) || undefined,
    from: useDebounced(params.get('from')) || undefined,
    to: useDebounced(params.get('to')) || undefined,
  };
  const list = useList(`payments ${JSON.stringify(filter)}`, params, (cursor, signal) =>
    call('GET /payments/admin', { query: { ...filter, cursor } }, { signal }),
  );
  const counts = list.first?.counts;
  const options = {
    '': problemsOnly ? messages.anyIssue : messages.allPayments,
    ...Object.fromEntries(problems.map((one) => [one, messages.problems[one] + (counts ? ` (${counts[one]})` : '')])),
  };
  const noPayments = problemsOnly
    ? { title: messages.noIssues, text: messages.noIssuesText }
    : { title: messages.empty, text: messages.emptyText };
  return (
    <>
      <FilterBar params={params} what={messages.what} search={messages.search} found={list.first?.total}>
        <FilterSelect params={params} name="problem" label={messages.issue} options={options} />
        <FilterPeriod params={params} />
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ payments }) => payments}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={params.isFiltered ? { title: messages.empty, text: listing.noMatches } : noPayments}
      >
        {(rows) => (
          <DataTable
            caption={messages.title}
            rows={rows}
            keyOf={({ orderId }) => orderId}
            columns={[
              { label: messages.order, kind: 'short', cell: (row) => <PaymentLink {...row} /> },
              { label: messages.created, kind: 'short', cell: ({ createdAt }) => formatDateTime(createdAt) },
              {
                label: messages.amount,
                kind: 'number',
                cell: ({ captures, amount }) => formatRupees(captures.at(-1)?.amount ?? amount),
              },
              { label: messages.state, cell: (payment) => <PaymentBadges payment={payment} /> },
              { label: messages.orderState, cell: ({ order }) => orderState(order) },
            ]}
          />
        )}
      </PagedList>
    </>
  );
}
