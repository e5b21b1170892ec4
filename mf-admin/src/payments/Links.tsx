import { useState } from 'react';
import type { AdminPaymentLink } from '@rangavalli/contracts/entities/payment-link';
import { call } from '@rangavalli/web-kit/data/api';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { PaymentLink } from '../layout/IdLink.js';
import { messages as layout } from '../layout/messages.js';
import { useAction } from '../layout/use-action.js';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';
import { RAZORPAY_DEADLINE_MS } from './WebhookTable.js';

const states: Readonly<Record<string, string>> = { '': messages.allLinks, ...messages.linkStates };
const tones: Record<AdminPaymentLink['state'], Tone> = {
  requested: 'yellow',
  open: 'yellow',
  paid: 'green',
  expired: 'gray',
  cancelled: 'gray',
};

/** Payment links by state, with their addresses to copy. */
export function Links() {
  const params = useListParams();
  const requested = params.get('state');
  const state =
    requested && Object.hasOwn(messages.linkStates, requested) ? (requested as AdminPaymentLink['state']) : undefined;
  const list = useList(`links ${state ?? ''}`, params, (cursor, signal) =>
    call('GET /payments/links', { query: { state, cursor } }, { signal }),
  );
  return (
    <>
      <FilterBar params={params} what={messages.linksWhat} found={list.first?.total}>
        <FilterSelect params={params} name="state" label={messages.linkState} options={states} />
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ links }) => links}
        what={messages.linksWhat}
        loadFailed={messages.linksFailed}
        empty={{ title: messages.noLinks, text: state ? listing.noMatches : messages.noLinksText }}
      >
        {(rows) => <LinkTable links={rows} onDone={list.reload} />}
      </PagedList>
    </>
  );
}

function LinkTable({ links, onDone }: { links: readonly AdminPaymentLink[]; onDone: () => void }) {
  const { busy, run } = useAction(onDone);
  const mayCancel = usePermissions()('orders.write');
  const cancel = (id: string) =>
    run(id, () => call('POST /payments/links/{id}/cancel', { params: { id } }, { deadlineMs: RAZORPAY_DEADLINE_MS }));
  return (
    <DataTable
      caption={messages.linksWhat}
      rows={links}
      keyOf={({ orderId }) => orderId}
      columns={[
        { label: messages.order, kind: 'short', cell: (link) => <PaymentLink {...link} /> },
        { label: messages.customer, cell: ({ customer }) => customer.name ?? customer.email ?? layout.none },
        { label: messages.amount, kind: 'short', cell: ({ amount }) => formatRupees(amount) },
        {
          label: messages.linkState,
          cell: ({ state }) => <Badge tone={tones[state]}>{messages.linkStates[state]}</Badge>,
        },
        { label: messages.sentBy, cell: ({ requestedBy }) => requestedBy ?? messages.byCustomer },
        { label: messages.validUntil, kind: 'short', cell: ({ expiresAt }) => formatDateTime(expiresAt) },
        {
          label: messages.action,
          cell: ({ orderId, orderNumber, state, url }) => {
            if (state !== 'open' && state !== 'requested') return layout.none;
            return (
              <>
                {url && <CopyButton url={url} orderNumber={orderNumber} />}
                {mayCancel && (
                  <Button
                    look="quiet"
                    busy={busy === orderId}
                    disabled={busy !== undefined}
                    aria-label={messages.cancelLinkOf(orderNumber)}
                    onClick={() => void cancel(orderId)}
                  >
                    {messages.cancelLink}
                  </Button>
                )}
              </>
            );
          },
        },
      ]}
    />
  );
}

function CopyButton({ url, orderNumber }: { url: string; orderNumber: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
    } catch {
      toast.error(messages.copyFailed(url));
    }
  };
  return (
    <Button look="quiet" aria-label={messages.copyLinkOf(orderNumber)} onClick={() => void copy()}>
      {isCopied ? messages.copied : messages.copyLink}
    </Button>
  );
}
