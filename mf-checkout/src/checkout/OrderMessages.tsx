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

const fields = [
  { name: 'note', maxLength: 500 },
  { name: 'giftMessage', maxLength: 300 },
] as const;

/** An order note for the shop and a message for the parcel; closed unless there is one. */
export function OrderMessages({ texts, onChange }: OrderMessagesProps) {
  const [isOpen] = useState(Boolean(texts.note || texts.giftMessage));
  return (
    <details className={css.messages} open={isOpen}>
      <summary>{messages.addMessages}</summary>
      {fields.map(({ name, maxLength }) => (
        <Textarea
          key={name}
          label={messages[name]}
          hint={messages[`${name}Hint`]}
          name={name}
          value={texts[name]}
          maxLength={maxLength}
          rows={3}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
        />
      ))}
    </details>
  );
}
