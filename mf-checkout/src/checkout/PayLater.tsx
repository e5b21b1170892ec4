import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import css from './Checkout.module.css';
import { messages } from './messages.js';

type State = { phase: 'idle' | 'sending' } | { phase: 'sent'; until: string } | { phase: 'failed'; message: string };

const time = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' });

/** Offers to email a payment link for an order whose payment failed or was closed. */
export function PayLater({ orderNumber }: { orderNumber: string }) {
  const [state, setState] = useState<State>({ phase: 'idle' });
  const send = async () => {
    setState({ phase: 'sending' });
    try {
      const { link } = await call('POST /orders/payment-link', { body: { orderNumber } });
      setState({ phase: 'sent', until: time.format(new Date(link.expiresAt)) });
    } catch (thrown) {
      setState({ phase: 'failed', message: asApiError(thrown).message });
    }
  };
  if (state.phase === 'sent')
    return (
      <div role="status" className={css.links}>
        <p>{messages.linkSent(state.until)}</p>
        <ButtonLink to="/user/orders" look="secondary">
          {messages.myOrders}
        </ButtonLink>
      </div>
    );
  return (
    <div className={css.links}>
      <Button look="secondary" onClick={() => void send()} disabled={state.phase === 'sending'}>
        {state.phase === 'sending' ? messages.sendingLink : messages.payLater}
      </Button>
      {state.phase === 'failed' && <p role="alert">{state.message}</p>}
    </div>
  );
}
