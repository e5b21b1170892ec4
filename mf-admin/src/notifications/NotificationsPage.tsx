import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Page } from '../layout/Page.js';
import { Tabs } from '../layout/Tabs.js';
import { DeliveryLog } from './DeliveryLog.js';
import { messages } from './messages.js';
import { Templates } from './Templates.js';

const views = Object.entries(messages.views);

/** The delivery log of all messages, and the templates with preview and test message. */
export function NotificationsPage() {
  const [params] = useSearchParams();
  const view = params.get('view') === 'templates' ? 'templates' : 'log';
  return (
    <Page title={messages.title} note={messages.note}>
      <Tabs label={messages.viewsLabel} path="/admin/notifications" views={views} view={view} />
      {view === 'log' ? <DeliveryLog /> : <Templates />}
    </Page>
  );
}
