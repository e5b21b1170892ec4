import { useState } from 'react';
import type { Offer } from '@rangavalli/contracts/entities/offer';
import { call } from '@rangavalli/web-kit/data/api';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { DataTable } from '../layout/DataTable.js';
import { Page } from '../layout/Page.js';
import { useAction } from '../layout/use-action.js';
import { formatCount } from '../listing/counts.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { describeOffer, describePeriod } from './describe-offer.js';
import { messages } from './messages.js';
import { OfferDialog } from './OfferDialog.js';
import css from './Offers.module.css';

const tones: Record<Offer['state'], Tone> = { scheduled: 'blue', running: 'green', ended: 'gray' };

/** Coupons and automatic offers. */
export function OffersPage() {
  const params = useListParams();
  const list = useList('offers', params, (cursor, signal) => call('GET /offers', { query: { cursor } }, { signal }));
  const { busy, run } = useAction(list.reload);
  const [editing, setEditing] = useState<{ offer?: Offer }>();
  const [ending, setEnding] = useState<Offer>();
  const end = async ({ _id: id }: Offer) => {
    await run('end', () => call('POST /offers/{id}/end', { params: { id } }));
    setEnding(undefined);
  };
  const actionCell = (offer: Offer) => (
    <div className={css.actions}>
      <Button look="quiet" aria-label={messages.editOf(offer.title)} onClick={() => setEditing({ offer })}>
        {messages.edit}
      </Button>
      {offer.state !== 'ended' && (
        <Button
          look="quiet"
          aria-label={messages.endOf(offer.title)}
          disabled={busy !== undefined}
          onClick={() => setEnding(offer)}
        >
          {messages.end}
        </Button>
      )}
    </div>
  );
  return (
    <Page
      title={messages.title}
      note={messages.note}
      actions={<Button onClick={() => setEditing({})}>{messages.add}</Button>}
    >
      <PagedList
        list={list}
        rowsOf={({ offers }) => offers}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={{ title: messages.empty, text: messages.emptyText }}
      >
        {(rows) => (
          <DataTable
            caption={messages.title}
            rows={rows}
            keyOf={({ _id }) => _id}
            columns={[
              { label: messages.name, cell: ({ title }) => title },
              { label: messages.code, kind: 'short', cell: ({ code }) => code ?? messages.automatic },
              { label: messages.reduction, cell: describeOffer },
              { label: messages.period, cell: describePeriod },
              {
                label: messages.uses,
                kind: 'number',
                cell: ({ uses, maxUses }) => (maxUses ? messages.usesOf(uses, maxUses) : formatCount(uses)),
              },
              {
                label: messages.state,
                cell: ({ state }) => <Badge tone={tones[state]}>{messages.states[state]}</Badge>,
              },
              { label: messages.action, cell: actionCell },
            ]}
          />
        )}
      </PagedList>
      {editing && (
        <OfferDialog
          {...editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined);
            list.reload();
          }}
          onOutdated={list.reload}
        />
      )}
      <ConfirmDialog
        title={messages.endTitle}
        open={ending !== undefined}
        confirmLabel={messages.end}
        cancelLabel={messages.keep}
        busy={busy !== undefined}
        onConfirm={() => ending && void end(ending)}
        onClose={() => setEnding(undefined)}
      >
        {ending && messages.endText(ending.title)}
      </ConfirmDialog>
    </Page>
  );
}
