import { useEffect, useRef } from 'react';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Price } from '@rangavalli/web-kit/ui/Price';
import css from './BuyBar.module.css';
import { messages } from './messages.js';
import type { Message } from './use-add-to-cart.js';

interface BuyBarProps {
  product: AddToCartProps['product'];
  busy: boolean;
  message: Message | undefined;
  onAdd: () => Promise<void>;
}

/** On a phone: price and Add to Cart at the bottom while the buy box is above the view. */
export function BuyBar({ product, busy, message, onAdd }: BuyBarProps) {
  const latest = useRef(message);
  useEffect(() => {
    if (message === latest.current) return;
    latest.current = message;
    // The box, which has the message, is out of view.
    if (message) toast[message.kind === 'error' ? 'error' : 'success'](message.aside ?? message.text);
  }, [message]);
  return (
    <section className={css.bar} aria-label={messages.buy(product.name)} data-bottom-bar>
      <p className={css.price}>
        <Price rupees={currentPrice(product)} regular={product.price} />
      </p>
      <Button wide busy={busy} onClick={() => void onAdd()}>
        {messages.add}
      </Button>
    </section>
  );
}
