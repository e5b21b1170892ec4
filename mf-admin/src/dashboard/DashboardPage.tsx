import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { messages as layout } from '../layout/messages.js';
import { Metrics, MetricsSkeleton } from '../layout/Metrics.js';
import { Page, PendingPage } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import { SecondFactorNotice } from '../layout/SecondFactorNotice.js';
import shared from '../layout/shared.module.css';
import { OrderTable } from '../orders/OrderTable.js';
import { formatCount } from '../listing/counts.js';
import { lowStock as lowStockQuery } from '../products/find-products.js';
import { stockTone } from '../products/stock.js';
import { messages as search } from '../search/messages.js';
import { SearchTerms, useSearchTerms } from '../search/SearchTerms.js';
import css from './DashboardPage.module.css';
import { messages } from './messages.js';
import { RevenueChart } from './RevenueChart.js';
import { StatusBars } from './StatusBars.js';

const LOW_STOCK_ROWS = 6;
const UNMATCHED_SEARCHES = 5;

async function loadDashboard(mayReadCustomers: boolean, signal: AbortSignal) {
  const [{ summary }, { total: products }, lowStock, customers] = await Promise.all([
    call('GET /orders/admin/summary', {}, { signal }),
    call('GET /products/getAll', { query: { limit: 1 } }, { signal }),
    call('GET /products/getAll', { query: { ...lowStockQuery, limit: LOW_STOCK_ROWS } }, { signal }),
    mayReadCustomers ? call('GET /users/admin/customers', { query: { limit: 1 } }, { signal }) : undefined,
  ]);
  return { summary, products, lowStock, customers: customers?.total };
}

/** The shop's sales, orders and stock at a glance. */
export function DashboardPage() {
  const may = usePermissions();
  const query = useQuery('dashboard', (signal) => loadDashboard(may('customers.read'), signal));
  if (!query.data)
    return (
      <PendingPage
        title={messages.title}
        query={query}
        what={messages.what}
        loadFailed={messages.loadFailed}
        skeleton={<DashboardSkeleton />}
      />
    );
  const { summary, lowStock, customers, products } = query.data;
  const mayWriteProducts = may('products.write');
  const metrics = [
    ...(customers === undefined
      ? []
      : [{ name: messages.users, value: formatCount(customers), to: '/admin/customers' }]),
    {
      name: messages.products,
      value: products.toLocaleString('en-IN'),
      ...(mayWriteProducts ? { to: '/admin/products' } : {}),
    },
    { name: messages.orders, value: summary.orders.toLocaleString('en-IN'), to: '/admin/orders' },
    { name: messages.sales, value: formatRupees(summary.revenue), to: '/admin/orders' },
  ];
  return (
    <Page title={messages.title}>
      <SecondFactorNotice />
      <LazyPart
        id="mf-admin/checklist"
        load={async () => (await import('../shop/Checklist.js')).Checklist}
        props={{}}
        failed={messages.checklistFailed}
      />
      <Metrics metrics={metrics} />
      <div className={css.panels}>
        <div className={css.wide}>
          <RevenueChart days={summary.days} />
        </div>
        <Panel title={messages.byStatus}>
          <StatusBars byStatus={summary.byStatus} />
        </Panel>
        <Panel title={messages.bestSellers}>
          {summary.bestSellers.length === 0 ? (
            <p className={shared.empty}>{messages.noSales}</p>
          ) : (
            <ol className={css.ranking}>
              {summary.bestSellers.map(({ productId, name, units, revenue }) => (
                <li key={productId}>
                  <Link to={`/product/${productId}`}>{name}</Link>
                  <span className={css.fact}>{messages.sold(units, formatRupees(revenue))}</span>
                </li>
              ))}
            </ol>
          )}
        </Panel>
        <Panel
          title={messages.lowStock}
          className={css.last}
          aside={
            mayWriteProducts &&
            lowStock.total > LOW_STOCK_ROWS && (
              <Link className={css.more} to="/admin/products?stock=low&sort=stock">
                {messages.viewAllLow(lowStock.total)}
                <VisuallyHidden> {messages.lowProducts}</VisuallyHidden>
              </Link>
            )
          }
        >
          {lowStock.total === 0 ? (
            <p className={shared.empty}>{messages.enoughStock}</p>
          ) : (
            <ul className={css.ranking}>
              {lowStock.products.map(({ _id, name, stock }) => (
                <li key={_id}>
                  <Link to={mayWriteProducts ? `/admin/products/edit/${_id}` : `/product/${_id}`}>{name}</Link>
                  <Badge tone={stockTone(stock)}>{messages.left(stock)}</Badge>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {mayWriteProducts && <UnmatchedSearches />}
        <Panel
          title={messages.recentOrders}
          flush={summary.recent.length > 0}
          className={css.wide}
          aside={
            <Link className={css.more} to="/admin/orders">
              {messages.allOrders}
            </Link>
          }
        >
          {summary.recent.length === 0 ? (
            <p className={shared.empty}>{messages.noOrders}</p>
          ) : (
            <OrderTable
              caption={messages.recentOrders}
              orders={summary.recent}
              column={{ label: messages.customer, cell: ({ user }) => user.name || layout.missing }}
            />
          )}
        </Panel>
      </div>
    </Page>
  );
}

/** What shoppers looked for in vain, each with a link to add a synonym. */
function UnmatchedSearches() {
  const query = useSearchTerms({ limit: UNMATCHED_SEARCHES, withoutResults: true });
  return (
    <Panel
      title={search.withoutResults}
      className={css.wide}
      aside={
        <Link className={css.more} to="/admin/search">
          {search.viewAll}
          <VisuallyHidden> {search.withoutResults}</VisuallyHidden>
        </Link>
      }
    >
      <SearchTerms
        query={query}
        emptyText={search.noneWithoutResults}
        asideOf={({ text }) => (
          <Link
            className={css.more}
            to={`/admin/search?word=${encodeURIComponent(text)}`}
            aria-label={search.addSynonymOf(text)}
          >
            {search.addSynonym}
          </Link>
        )}
      />
    </Panel>
  );
}

const DashboardSkeleton = () => (
  <>
    <MetricsSkeleton />
    <div className={css.panels}>
      <div className={css.wide}>
        <Skeleton height="26rem" />
      </div>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height="18rem" />
      ))}
    </div>
  </>
);
