import { Link, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Page } from '../layout/Page.js';
import { DeadLetters } from './DeadLetters.js';
import { messages } from './messages.js';
import { PaymentList } from './PaymentList.js';
import css from './PaymentsPage.module.css';
import { Webhooks } from './Webhooks.js';

/** Payments with problems first; all payments, webhooks and dead letters in further views. */
export function PaymentsPage() {
  const [params] = useSearchParams();
  const requested = params.get('view') ?? '';
  const view = Object.hasOwn(messages.views, requested) ? requested : 'attention';
  return (
    <Page title={messages.title}>
      <nav className={css.tabs} aria-label={messages.viewsLabel}>
        {Object.entries(messages.views).map(([name, label]) => (
          <Link
            key={name}
            to={name === 'attention' ? '/admin/payments' : `/admin/payments?view=${name}`}
            aria-current={name === view ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {(view === 'attention' || view === 'all') && <PaymentList key={view} problemsOnly={view === 'attention'} />}
      {view === 'webhooks' && <Webhooks />}
      {view === 'dead' && <DeadLetters />}
    </Page>
  );
}
