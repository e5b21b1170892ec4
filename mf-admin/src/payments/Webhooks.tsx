import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { call } from '@rangavalli/web-kit/data/api';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
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
  const list = useList(`deliveries ${outcome ?? ''}`, params, (cursor, signal) =>
    call('GET /payments/deliveries', { query: { outcome, cursor } }, { signal }),
  );
  return (
    <>
      <FilterBar params={params} what={messages.webhooksWhat} found={list.first?.total}>
        <FilterSelect params={params} name="outcome" label={messages.outcome} options={outcomes} />
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ deliveries }) => deliveries}
        what={messages.webhooksWhat}
        loadFailed={messages.webhooksFailed}
        empty={{ title: messages.noWebhooks, text: outcome ? listing.noMatches : messages.noWebhooksText }}
      >
        {(rows) => <WebhookTable deliveries={rows} onDone={list.reload} />}
      </PagedList>
    </>
  );
}
