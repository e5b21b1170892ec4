import { Link, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Page } from '../layout/Page.js';
import { DeadLetters } from './DeadLetters.js';
import { Deliveries } from './Deliveries.js';
import { PaymentList } from './PaymentList.js';
import css from './PaymentsPage.module.css';

const views = { look: 'Needs a look', all: 'All', webhooks: 'Webhooks', dead: 'Dead letters' } as const;

/** The payments desk: what people should look at, and all the rest behind it. */
export function PaymentsPage() {
  const [params] = useSearchParams();
  const asked = params.get('view') ?? '';
  const view = Object.hasOwn(views, asked) ? asked : 'look';
  return (
    <Page title="Payments">
      <nav className={css.tabs} aria-label="Views of payments">
        {Object.entries(views).map(([name, label]) => (
          <Link
            key={name}
            to={name === 'look' ? '/admin/payments' : `/admin/payments?view=${name}`}
            aria-current={name === view ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {(view === 'look' || view === 'all') && <PaymentList key={view} problemsOnly={view === 'look'} />}
      {view === 'webhooks' && <Deliveries />}
      {view === 'dead' && <DeadLetters />}
    </Page>
  );
}
