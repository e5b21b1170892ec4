import type { CreditMovement, StoreCredit } from '@rangavalli/contracts/entities/credit';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { usePagedQuery } from '@rangavalli/web-kit/data/paged-query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { formatLastDay } from '@rangavalli/web-kit/format/return-terms';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import form from '../../form/form.module.css';
import { SecurityCard } from '../security/SecurityCard.js';
import page from '../security/SecurityPage.module.css';
import rows from '../security/SecurityRows.module.css';
import css from './CreditPage.module.css';
import { messages } from './messages.js';

/** What the customer can spend at the checkout, where it came from, and gift cards. */
export function CreditPage() {
  const list = usePagedQuery('credit', async (cursor, signal) => {
    const { credit } = await call('GET /credit', { query: { cursor } }, { signal });
    return credit;
  });
  const credit = list.pages?.[0];
  const movements = list.pages?.flatMap((one) => one.movements) ?? [];
  return (
    <Page title={messages.title}>
      <div className={page.cards}>
        <p className={page.back}>
          <Link to="/user/profile">{messages.backToProfile}</Link>
        </p>
        {list.error && !credit && <ErrorState title={messages.loadFailed} error={list.error} onRetry={list.reload} />}
        {!list.error && !credit && <Skeleton height="12rem" />}
        {credit && <Balance credit={credit} />}
        <RedeemCard onRedeemed={list.reload} />
        {credit && (
          <SecurityCard title={messages.movements}>
            {movements.length === 0 ? (
              <p className={css.note}>{messages.none}</p>
            ) : (
              <ul className={rows.list}>
                {movements.map((movement, index) => (
                  <Movement key={`${index} ${movement.at}`} movement={movement} />
                ))}
              </ul>
            )}
            {list.moreError && <p role="alert">{list.moreError.message}</p>}
            {list.hasMore && (
              <Button look="secondary" busy={list.isLoadingMore} onClick={() => void list.loadMore()}>
                {messages.more}
              </Button>
            )}
          </SecurityCard>
        )}
      </div>
    </Page>
  );
}

const Balance = ({ credit: { balance, reserved, nextExpiry } }: { credit: StoreCredit }) => (
  <SecurityCard title={messages.balance}>
    <p className={css.balance}>{formatRupees(balance)}</p>
    {balance > 0 && <p className={css.note}>{messages.howTo}</p>}
    {reserved > 0 && <p className={css.note}>{messages.reserved(formatRupees(reserved))}</p>}
    {nextExpiry && (
      <p className={css.note}>
        {messages.nextExpiry(formatRupees(nextExpiry.amount), formatLastDay(new Date(nextExpiry.at)))}
      </p>
    )}
  </SecurityCard>
);

function Movement({ movement }: { movement: CreditMovement }) {
  const { at, amount, balance, note } = movement;
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.name}>{messages.reasonOf(movement)}</p>
        <p className={rows.text}>
          <span>{formatDay(at)}</span>
          {note && <span>{note}</span>}
        </p>
      </div>
      <div className={css.amounts}>
        {amount !== 0 && (
          <p
            className={amount > 0 ? css.more : css.less}
          >{`${amount > 0 ? '+' : '−'}${formatRupees(Math.abs(amount))}`}</p>
        )}
        <p className={rows.text}>{messages.balanceAfter(formatRupees(balance))}</p>
      </div>
    </li>
  );
}

function RedeemCard({ onRedeemed }: { onRedeemed: () => void }) {
  const {
    form: handlers,
    field,
    busy,
    failure,
  } = useForm<'code'>({
    fields: ['code'],
    validate: ({ code }) => ({
      code: code.replace(/[^0-9a-z]/gi, '').length >= 16 ? undefined : messages.enterCode,
    }),
    submit: async ({ code }) => {
      toast.success((await call('POST /credit/redeem', { body: { code } })).message);
      onRedeemed();
    },
    errorsOf: ({ code, message }) => (code === 'GIFT_CARD_INVALID' ? { code: message } : {}),
  });
  return (
    <SecurityCard title={messages.redeemTitle} lead={messages.redeemText}>
      <form className={form.form} {...handlers}>
        {failure && <FailureNotice failure={failure} fallback={messages.redeemFailed} />}
        <Input
          label={messages.code}
          hint={messages.codeHint}
          {...field('code')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          required
        />
        <Button type="submit" look="secondary" busy={busy}>
          {messages.redeem}
        </Button>
      </form>
    </SecurityCard>
  );
}
