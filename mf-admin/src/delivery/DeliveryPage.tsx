import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Page, PendingPage } from '../layout/Page.js';
import { Tabs } from '../layout/Tabs.js';
import { Calendar } from './Calendar.js';
import { messages } from './messages.js';
import { Pins } from './Pins.js';
import { Times } from './Times.js';
import { saveSettings } from './use-delivery-settings.js';
import { Waitlist } from './Waitlist.js';
import { Zones } from './Zones.js';

const views = Object.entries(messages.views);

/** Zones and charges, times, calendar, single PIN codes, and who waits for a PIN code that is not served. */
export function DeliveryPage() {
  const [params] = useSearchParams();
  const requested = params.get('view') ?? '';
  const view = views.some(([name]) => name === requested) ? requested : 'zones';
  const query = useQuery('delivery settings', (signal) => call('GET /delivery/settings', {}, { signal }));
  if (!query.data)
    return <PendingPage title={messages.title} query={query} what={messages.what} loadFailed={messages.loadFailed} />;
  const { settings, revision } = query.data;
  const edited = { settings, save: saveSettings(query.data, query.reload) };
  return (
    <Page title={messages.title} note={messages.note}>
      <Tabs label={messages.viewsLabel} path="/admin/delivery" views={views} view={view} />
      {view === 'zones' && <Zones {...edited} />}
      {view === 'times' && <Times key={revision} {...edited} />}
      {view === 'calendar' && <Calendar {...edited} />}
      {view === 'pins' && <Pins />}
      {view === 'waitlist' && <Waitlist />}
    </Page>
  );
}
