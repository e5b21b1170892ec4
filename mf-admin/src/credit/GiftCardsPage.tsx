import { useState } from 'react';
import type { GiftCard } from '@rangavalli/contracts/entities/credit';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { formatLastDay } from '@rangavalli/web-kit/format/return-terms';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { DataTable, type Column } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { Page } from '../layout/Page.js';
import shared from '../layout/shared.module.css';
import { useAction } from '../layout/use-action.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { CreditDialog } from './CreditDialog.js';
import { messages } from './messages.js';

const tones = { active: 'green', redeemed: 'blue', withdrawn: 'gray', expired: 'gray' } as const;
const MIN_RUPEES = 100;

/** Issues gift cards, shows what became of them, and withdraws those that nobody has redeemed. */
export function GiftCardsPage() {
  const may = usePermissions();
  const list = useList('gift cards', useListParams(), (cursor, signal) =>
    call('GET /gift-cards', { query: { cursor } }, { signal }),
  );
  const { busy, run } = useAction(list.reload);
  const [isIssuing, setIsIssuing] = useState(false);
  const [code, setCode] = useState<string>();
  const [withdrawing, setWithdrawing] = useState<GiftCard>();
  const withdraw = async ({ id }: GiftCard) => {
    await run('withdraw', () => call('POST /gift-cards/{id}/withdraw', { params: { id } }));
    setWithdrawing(undefined);
  };
  const action: Column<GiftCard> = {
    label: messages.action,
    cell: (card) =>
      card.state === 'active' && (
        <Button
          look="quiet"
          disabled={busy !== undefined}
          aria-label={messages.withdrawOf(card.ending)}
          onClick={() => setWithdrawing(card)}
        >
          {messages.withdraw}
        </Button>
      ),
  };
  return (
    <Page
      title={messages.giftCards}
      note={messages.giftCardsNote}
      actions={may('refunds.write') && <Button onClick={() => setIsIssuing(true)}>{messages.issue}</Button>}
    >
      <PagedList
        list={list}
        rowsOf={({ giftCards }) => giftCards}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={{ title: messages.empty, text: messages.emptyText }}
      >
        {(rows) => (
          <DataTable
            caption={messages.giftCards}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: messages.card, cell: ({ ending }) => messages.ending(ending) },
              { label: messages.amount, kind: 'number', cell: ({ amount }) => formatRupees(amount) },
              {
                label: messages.state,
                cell: ({ state }) => <Badge tone={tones[state]}>{messages.states[state]}</Badge>,
              },
              { label: messages.issued, cell: ({ issuedAt }) => formatDay(issuedAt) },
              { label: messages.issuedBy, cell: ({ issuedBy }) => issuedBy },
              { label: messages.expires, cell: ({ expiresAt }) => formatLastDay(new Date(expiresAt)) },
              { label: messages.note, kind: 'wide', cell: ({ note }) => note ?? layout.missing },
              ...(may('refunds.write') ? [action] : []),
            ]}
          />
        )}
      </PagedList>
      {isIssuing && (
        <CreditDialog
          title={messages.issue}
          submitLabel={messages.issue}
          minRupees={MIN_RUPEES}
          onClose={() => setIsIssuing(false)}
          onSubmit={async ({ requestId, amount, note }) => {
            const issued = await call('POST /gift-cards', { body: { requestId, amount, ...(note ? { note } : {}) } });
            setIsIssuing(false);
            setCode(issued.code);
            list.reload();
            return issued;
          }}
        />
      )}
      {code && (
        <Dialog title={messages.codeTitle} onClose={() => setCode(undefined)}>
          <div className={shared.stack}>
            <p>{messages.codeText}</p>
            <p>
              <strong>
                <code>{code}</code>
              </strong>
            </p>
            <div className={shared.actions}>
              <Button data-autofocus onClick={() => setCode(undefined)}>
                {messages.done}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
      <ConfirmDialog
        title={messages.withdrawTitle}
        open={withdrawing !== undefined}
        confirmLabel={messages.withdraw}
        cancelLabel={messages.keep}
        busy={busy !== undefined}
        onConfirm={() => withdrawing && void withdraw(withdrawing)}
        onClose={() => setWithdrawing(undefined)}
      >
        {withdrawing && messages.withdrawText(withdrawing.ending, formatRupees(withdrawing.amount))}
      </ConfirmDialog>
    </Page>
  );
}
