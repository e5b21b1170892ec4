import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { formatLastDay } from '@rangavalli/web-kit/format/return-terms';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { DataTable } from '../layout/DataTable.js';
import { Facts } from '../layout/Facts.js';
import { LoadError } from '../layout/LoadError.js';
import { messages as layout } from '../layout/messages.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { CreditDialog } from './CreditDialog.js';
import { messages } from './messages.js';

const SHOWN = 10;

/** A customer's store credit with its last movements, and a form that gives more. */
export function CustomerCredit({ userId, name }: { userId: string; name: string }) {
  const may = usePermissions();
  const query = useQuery(`credit of ${userId}`, (signal) =>
    call('GET /credit/customers/{userId}', { params: { userId }, query: { limit: SHOWN } }, { signal }),
  );
  const [isGiving, setIsGiving] = useState(false);
  const [reason, setReason] = useState<'goodwill' | 'return'>('goodwill');
  const credit = query.data?.credit;
  return (
    <Panel title={messages.credit}>
      <div className={shared.stack}>
        {query.error && !credit && <LoadError title={messages.creditFailed} query={query} />}
        {!query.error && !credit && (
          <div role="status" aria-label={layout.loading(messages.theCredit)}>
            <Skeleton height="8rem" />
          </div>
        )}
        {credit && (
          <Facts
            facts={{
              [messages.balance]: formatRupees(credit.balance),
              ...(credit.reserved > 0 ? { [messages.reserved]: formatRupees(credit.reserved) } : {}),
              ...(credit.nextExpiry
                ? {
                    [messages.nextExpiry]: messages.nextExpiryOf(
                      formatRupees(credit.nextExpiry.amount),
                      formatLastDay(new Date(credit.nextExpiry.at)),
                    ),
                  }
                : {}),
            }}
          />
        )}
        {may('refunds.write') && (
          <div>
            <Button look="secondary" onClick={() => setIsGiving(true)}>
              {messages.give}
            </Button>
          </div>
        )}
        {credit?.movements.length === 0 && <p className={shared.empty}>{messages.noMovements}</p>}
        {credit && credit.movements.length > 0 && (
          <DataTable
            caption={messages.lastMovements}
            inPanel
            rows={credit.movements}
            keyOf={({ at, reason: why, balance }) => `${at} ${why} ${balance}`}
            columns={[
              { label: messages.day, cell: ({ at }) => formatDay(at) },
              { label: messages.reason, cell: messages.reasonOf },
              { label: messages.amount, kind: 'number', cell: ({ amount }) => formatRupees(amount) },
              { label: messages.balanceAfter, kind: 'number', cell: ({ balance }) => formatRupees(balance) },
              { label: messages.note, kind: 'wide', cell: ({ note }) => note ?? layout.missing },
              { label: messages.by, cell: ({ by }) => by ?? layout.missing },
            ]}
          />
        )}
      </div>
      {isGiving && (
        <CreditDialog
          title={messages.giveTitle(name)}
          text={messages.giveText}
          submitLabel={messages.give}
          minRupees={1}
          needsNote
          onClose={() => setIsGiving(false)}
          onSubmit={async (entered) => {
            // Without a response it may have been given too.
            const given = await call('POST /credit/customers/{userId}', {
              params: { userId },
              body: { ...entered, reason },
            }).finally(query.reload);
            setIsGiving(false);
            return given;
          }}
        >
          <Select
            label={messages.reason}
            value={reason}
            onChange={({ target }) => setReason(target.value === 'return' ? 'return' : 'goodwill')}
          >
            {Object.entries(messages.kinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </CreditDialog>
      )}
    </Panel>
  );
}
