import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Page } from '../layout/Page.js';
import { Tabs } from '../layout/Tabs.js';
import { Approvals } from './Approvals.js';
import { DeadLetters } from './DeadLetters.js';
import { Links } from './Links.js';
import { messages } from './messages.js';
import { PaymentList } from './PaymentList.js';
import { RefundLimits } from './RefundLimits.js';
import { Webhooks } from './Webhooks.js';

/** Payments with problems first; further views: all, links, refund approvals and limits, webhooks, dead letters. */
export function PaymentsPage() {
  const [params] = useSearchParams();
  const mayOperate = usePermissions()('operations.read');
  const requested = params.get('view') ?? '';
  const views = Object.entries(messages.views).filter(([name]) => name !== 'dead' || mayOperate);
  const view = views.some(([name]) => name === requested) ? requested : 'attention';
  return (
    <Page title={messages.title}>
      <Tabs label={messages.viewsLabel} path="/admin/payments" views={views} view={view} />
      {(view === 'attention' || view === 'all') && <PaymentList key={view} problemsOnly={view === 'attention'} />}
      {view === 'links' && <Links />}
      {view === 'approvals' && <Approvals />}
      {view === 'limits' && <RefundLimits />}
      {view === 'webhooks' && <Webhooks />}
      {view === 'dead' && <DeadLetters />}
    </Page>
  );
}
