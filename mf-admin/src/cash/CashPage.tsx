import { Link, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Page } from '../layout/Page.js';
import tabs from '../payments/PaymentsPage.module.css';
import { CashTable } from './CashTable.js';
import { CodRulesForm } from './CodRulesForm.js';
import { messages } from './messages.js';
import { Remittances } from './Remittances.js';

/** The cash of orders; further views: remittances of couriers, rules. */
export function CashPage() {
  const [params] = useSearchParams();
  const mayRecord = usePermissions()('cash.write');
  const requested = params.get('view') ?? '';
  const views = Object.entries(messages.views).filter(([name]) => name !== 'remittances' || mayRecord);
  const view = views.some(([name]) => name === requested) ? requested : 'cash';
  return (
    <Page title={messages.title}>
      <nav className={tabs.tabs} aria-label={messages.viewsLabel}>
        {views.map(([name, label]) => (
          <Link
            key={name}
            to={name === 'cash' ? '/admin/cash' : `/admin/cash?view=${name}`}
            aria-current={name === view ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {view === 'cash' && <CashTable />}
      {view === 'remittances' && <Remittances />}
      {view === 'rules' && <CodRulesForm />}
    </Page>
  );
}
