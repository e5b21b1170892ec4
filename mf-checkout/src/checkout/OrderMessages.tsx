import { useState } from 'react';
import { Textarea } from '@rangavalli/web-kit/ui/Field';
import css from './Checkout.module.css';
import { messages } from './messages.js';

export interface OrderTexts {
  note: string;
  giftMessage: string;
}

interface OrderMessagesProps {
  texts: OrderTexts;
  onChange: (texts: OrderTexts) => void;
}

/** An order note for the shop and a message for the parcel; closed unless there is one. */
export function OrderMessages({ texts, onChange }: OrderMessagesProps) {
  const [isOpen] = useState(Boolean(texts.note || texts.giftMessage));
  return (
    <details className={css.messages} open={isOpen}>
      <summary>{messages.addMessages}</summary>
      <Textarea
        label={messages.note}
        hint={messages.noteHint}
        name="note"
        value={texts.note}
        maxLength={500}
        rows={3}
        autoComplete="off"
        onChange={({ target }) => onChange({ ...texts, note: target.value })}
      />
      <Textarea
        label={messages.giftMessage}
        hint={messages.giftMessageHint}
        name="giftMessage"
        value={texts.giftMessage}
        maxLength={300}
        rows={3}
        autoComplete="off"
        onChange={({ target }) => onChange({ ...texts, giftMessage: target.value })}
      />
    </details>
  );
}
