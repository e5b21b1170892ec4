import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { pageFromServer } from '../listing/paging.js';
import { useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';
import { WebhookTable } from './WebhookTable.js';

const outcomes: Readonly<Record<string, string>> = { '': messages.allWebhooks, ...messages.outcomes };

/** Razorpay's webhook deliveries and their outcomes, newest first. */
export function Webhooks() {
  const params = useListParams();
  const requested = params.get('outcome');
  const outcome =
    requested && Object.hasOwn(outcomes, requested) ? (requested as WebhookDelivery['outcome']) : undefined;
  const query = useQuery(`deliveries ${outcome ?? ''} ${params.page}`, (signal) =>
    call('GET /payments/deliveries', { query: { outcome, page: params.page } }, { signal }),
  );
  const { data } = query;
  return (
    <>
      <FilterBar params={params} what={messages.webhooksWhat} found={data?.total ?? 0}>
        <FilterSelect params={params} name="outcome" label={messages.outcome} options={outcomes} />
      </FilterBar>
      <PagedList
        query={query}
        list={data && pageFromServer(data.deliveries, data)}
        what={messages.webhooksWhat}
        loadFailed={messages.webhooksFailed}
        empty={{ title: messages.noWebhooks, text: outcome ? listing.noMatches : messages.noWebhooksText }}
        onPage={params.goTo}
      >
        {(rows) => <WebhookTable deliveries={rows} onDone={query.reload} />}
      </PagedList>
    </>
  );
}
