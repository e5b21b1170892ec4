import type { PaymentProblem } from '@rangavalli/contracts/entities/payments-admin';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { DataTable } from '../layout/DataTable.js';
import { RowsSkeleton } from '../layout/RowsSkeleton.js';
import { FilterBar } from '../listing/FilterBar.js';
import { formatMoment } from '../listing/moment.js';
import { Pager } from '../listing/Pager.js';
import { serverPage } from '../listing/server-page.js';
import { useListAddress } from '../listing/use-list-address.js';
import { useSettled } from '../listing/use-settled.js';
import { amountOf, orderWords, problems, problemTones, problemWords, stateOf } from './payment-words.js';
import css from './PaymentsPage.module.css';

/** Payments, newest first: all, or those that somebody should look at, by what is wrong. */
export function PaymentList({ problemsOnly }: { problemsOnly: boolean }) {
  const address = useListAddress();
  const problem = problems.find((one) => one === address.of('problem'));
  const q = useSettled(address.of('q'));
  const { data, error, reload } = useQuery(
    `payments ${problemsOnly} ${problem ?? ''} ${address.page} ${q}`,
    (signal) => {
      const wanted: PaymentProblem | 'any' | undefined = problem ?? (problemsOnly ? 'any' : undefined);
      return call(
        'GET /payments/admin',
        { query: { ...(wanted ? { problem: wanted } : {}), ...(q ? { q } : {}), page: address.page } },
        { signal },
      );
    },
  );
  const narrowed = {
    ...address,
    filtered: Boolean(address.of('q') || problem),
    clear: () => address.set({ q: '', problem: '' }),
  };
  const list = data && serverPage(data.payments, data);
  const count = (one: PaymentProblem) => (data ? ` (${data.counts[one]})` : '');
  return (
    <>
      <FilterBar address={narrowed} what="payments" search="Search by order id or Razorpay id" found={data?.total ?? 0}>
        <Select
          label="Problem"
          value={problem ?? ''}
          onChange={(event) => address.set({ problem: event.target.value })}
        >
          <option value="">{problemsOnly ? 'Any problem' : 'All payments'}</option>
          {problems.map((one) => (
            <option key={one} value={one}>
              {problemWords[one]}
              {count(one)}
            </option>
          ))}
        </Select>
      </FilterBar>
      {error && !data && <ErrorState title="The payments could not be loaded." error={error} onRetry={reload} />}
      {!error && !data && <RowsSkeleton what="payments" rows={8} height="3.25rem" />}
      {data &&
        data.payments.length === 0 &&
        (problemsOnly && !narrowed.filtered ? (
          <EmptyState title="Nothing needs a look." text="Every payment has its order or has been given back." />
        ) : (
          <EmptyState
            title="No payments found."
            text={narrowed.filtered ? 'Nothing fits these filters.' : 'Nobody has begun to pay yet.'}
          />
        ))}
      {list && list.rows.length > 0 && (
        <>
          <DataTable
            caption="Payments"
            columns={['Order', 'Opened', 'Amount', 'State', 'Order stands']}
            numbers={['Amount']}
            short={['Order', 'Opened']}
            rows={list.rows.map((payment) => {
              const state = stateOf(payment);
              return {
                key: payment.orderId,
                cells: [
                  <Link key="order" to={`/admin/payments/${payment.orderId}`}>
                    #{payment.orderId.slice(-8)}
                  </Link>,
                  formatMoment(payment.createdAt),
                  amountOf(payment),
                  <span key="state" className={css.badges}>
                    {payment.problems.length === 0 && <Badge tone={state.tone}>{state.word}</Badge>}
                    {payment.problems.map((one) => (
                      <Badge key={one} tone={problemTones[one]}>
                        {problemWords[one]}
                      </Badge>
                    ))}
                  </span>,
                  orderWords(payment.order),
                ],
              };
            })}
          />
          <Pager list={list} what="payments" onPage={address.goTo} />
        </>
      )}
    </>
  );
}
