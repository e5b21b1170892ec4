import { useState, type FormEvent } from 'react';
import type { DeliveryTerms } from '@rangavalli/contracts/entities/delivery';
import { isCompletePin, storePin } from '@rangavalli/web-kit/delivery/delivery-pin';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Checkbox, Input } from '@rangavalli/web-kit/ui/Field';
import { type Change, setArrival } from '../filters/filters.js';
import css from '../filters/FilterPanel.module.css';
import { messages } from './messages.js';

interface FestivalFilterProps {
  terms: DeliveryTerms;
  /** The PIN code of the list, else the stored one. */
  pincode: string | undefined;
  checked: boolean;
  onChange: (change: Change) => void;
}

/** Products that arrive before the next festival, at a PIN code that can be entered here. */
export function FestivalFilter({
  terms: { festival, city, serviceable },
  pincode,
  checked,
  onChange,
}: FestivalFilterProps) {
  const [problem, setProblem] = useState<string>();
  const enterPin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('pincode')).replaceAll(/\D/g, '');
    if (!isCompletePin(text)) return setProblem(messages.enterPin);
    setProblem(undefined);
    storePin(text);
    return onChange(setArrival(checked ? festival?.date : undefined, text));
  };
  return (
    <fieldset className={css.group}>
      <legend className={css.heading}>{messages.festival}</legend>
      {festival ? (
        <Checkbox
          label={messages.arrivesBefore(festival)}
          checked={checked}
          onChange={() => onChange(setArrival(checked ? undefined : festival.date, pincode))}
        />
      ) : (
        <p className={css.note}>{serviceable ? messages.noFestival : messages.notServed}</p>
      )}
      <p className={css.note}>{pincode ? messages.deliveredTo(pincode, city) : messages.deliveredNear(city)}</p>
      <form className={css.pin} noValidate onSubmit={enterPin}>
        <Input
          key={pincode}
          label={messages.pincode}
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={7}
          defaultValue={pincode}
          error={problem}
        />
        <Button type="submit" look="secondary">
          {messages.apply}
        </Button>
      </form>
    </fieldset>
  );
}
