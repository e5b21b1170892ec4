import { useState, type FormEvent } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, serverMessage } from '@rangavalli/web-kit/data/api-error';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import css from './CouponBox.module.css';
import { messages } from './messages.js';
import { PriceBreakup } from './PriceBreakup.js';

interface CouponBoxProps {
  /** Of the cart that is shown; another one reads the quote again. */
  version: string;
  /** With the fee, the offers and the shipping of these; online and without a PIN code when missing. */
  method?: PaymentMethod | undefined;
  pincode?: string | undefined;
  /** After the coupon has changed. */
  onChanged?: () => void;
}

type Quoted = CallResponse<'PUT /cart/coupon'>;

/** The coupon of a customer's cart, and what is paid for it. Nothing while there is no quote. */
export function CouponBox({ version: cart, method = 'online', pincode, onChanged }: CouponBoxProps) {
  const version = `${cart} ${method} ${pincode ?? ''}`;
  const query = { ...(method === 'online' ? {} : { method }), ...(pincode ? { pincode } : {}) };
  const { data, reload } = useQuery(`quote ${version}`, (signal) => call('GET /cart', { query }, { signal }), {
    onServer: false,
  });
  const [response, setResponse] = useState<{ version: string; quoted: Quoted }>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // The last quote stays until the next one is loaded.
  const current = response?.version === version ? response.quoted : data;
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  const { quote, coupon } = current ?? last ?? {};
  if (!quote) return null;

  const change = async (action: () => Promise<Quoted>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const quoted = await action();
      // The response is quoted for an online payment without a PIN code.
      if (method === 'online' && !pincode) setResponse({ version, quoted });
      else reload();
      onChanged?.();
    } catch (thrown) {
      setProblem(serverMessage(asApiError(thrown)) ?? messages.failed);
      reload();
    } finally {
      setBusy(false);
    }
  };
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('coupon')).trim();
    if (!code) return setProblem(messages.enterCode);
    return void change(() => call('PUT /cart/coupon', { body: { code } }));
  };
  return (
    <div className={css.box} aria-live="polite">
      {coupon ? (
        <p className={css.row}>
          <span>{coupon.problem ? messages.notApplied(coupon.code) : messages.applied(coupon.code)}</span>
          <Button
            look="quiet"
            busy={busy}
            aria-label={messages.removeOf(coupon.code)}
            onClick={() => void change(() => call('DELETE /cart/coupon'))}
          >
            {messages.remove}
          </Button>
        </p>
      ) : (
        <details className={css.enter}>
          <summary>{messages.have}</summary>
          <form className={css.form} noValidate onSubmit={apply}>
            <Input
              label={messages.code}
              name="coupon"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={30}
              error={problem}
            />
            <Button type="submit" look="secondary" busy={busy}>
              {messages.apply}
            </Button>
          </form>
          <Link to="/offers">{messages.seeOffers}</Link>
        </details>
      )}
      {coupon?.problem && <p className={css.problem}>{coupon.problem.message}</p>}
      <PriceBreakup quote={quote} hasPin={pincode !== undefined} />
    </div>
  );
}
