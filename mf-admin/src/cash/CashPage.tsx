import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Page } from '../layout/Page.js';
import { Tabs } from '../layout/Tabs.js';
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
      <Tabs label={messages.viewsLabel} path="/admin/cash" views={views} view={view} />
      {view === 'cash' && <CashTable />}
      {view === 'remittances' && <Remittances />}
      {view === 'rules' && <CodRulesForm />}
    </Page>
  );
}
