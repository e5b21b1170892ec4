import { useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { PhoneOrderForm } from './PhoneOrderForm.js';

type Taken = CallResponse<'POST /orders/phone'>;

/** Takes an order for a customer on the phone. */
export function PhoneOrderPage() {
  const [taken, setTaken] = useState<Taken>();
  return (
    <Page title={messages.title}>
      {taken ? (
        <Result taken={taken} onAnother={() => setTaken(undefined)} />
      ) : (
        <>
          <p>{messages.intro}</p>
          <PhoneOrderForm onTaken={setTaken} />
        </>
      )}
    </Page>
  );
}

function Result({ taken, onAnother }: { taken: Taken; onAnother: () => void }) {
  const { orderNumber, totalAmount, isPlaced, link } = taken;
  const [isCopied, setIsCopied] = useState(false);
  const text = isPlaced ? messages.placed : messages.sent;
  const copy = async (url: string) => {
    await navigator.clipboard.writeText(url);
    setIsCopied(true);
  };
  return (
    <Panel title={orderNumber}>
      <div className={shared.stack}>
        <p role="status">{text(orderNumber, formatRupees(totalAmount))}</p>
        {link && (
          <p>
            <a href={link.url}>{link.url}</a>{' '}
            <Button look="quiet" onClick={() => void copy(link.url)}>
              {isCopied ? messages.copied : messages.copyLink}
            </Button>
          </p>
        )}
        <div className={shared.actions}>
          <ButtonLink to="/admin/payments?view=links" look="secondary">
            {messages.links}
          </ButtonLink>
          <Button onClick={onAnother}>{messages.another}</Button>
        </div>
      </div>
    </Panel>
  );
}
