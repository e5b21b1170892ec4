import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from './Button.js';
import { Input } from './Field.js';
import { Icon } from './Icon.js';
import { Skeleton } from './Skeleton.js';
import css from './Delivery.module.css';
import { isCompletePin, storedPin, storePin } from '../delivery/delivery-pin.js';
import { messages } from '../delivery/messages.js';
import { DeliveryPromiseText } from './DeliveryPromiseText.js';
import { type DeliveryItem, usePromise } from '../delivery/use-promise.js';
import { WaitlistForm } from './WaitlistForm.js';

interface DeliveryCheckProps {
  items: readonly DeliveryItem[];
  /** Of the items, rupees; without it the charge is not named, because a quote beside it does. */
  value?: number;
}

/** When items arrive at the shopper's PIN code, which this browser stores for all pages. Loaded after hydration. */
export function DeliveryCheck({ items, value }: DeliveryCheckProps) {
  const [pincode, setPincode] = useState(storedPin);
  const [isEditing, setIsEditing] = useState(pincode === undefined);
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const { data: promise, error, loading, reload } = usePromise(items, pincode);
  const isUnknown = error?.code === 'PIN_NOT_FOUND';
  const isForm = isEditing || isUnknown;

  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('pincode')).replaceAll(/\D/g, '');
    if (!isCompletePin(text)) return setProblem(messages.enterPin);
    setProblem(undefined);
    setPincode(text);
    setIsEditing(false);
    return storePin(text);
  };
  const wasChanged = useRef(false);
  useEffect(() => {
    if (wasChanged.current && isForm) form.current?.querySelector('input')?.focus();
  }, [isForm]);

  return (
    <div className={css.check}>
      {isForm ? (
        <form ref={form} className={css.line} noValidate onSubmit={check}>
          <Input
            label={messages.pincode}
            name="pincode"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={7}
            defaultValue={pincode}
            hint={pincode ? undefined : messages.why}
            error={problem ?? (isUnknown ? error.message : undefined)}
          />
          <Button type="submit" look="secondary">
            {messages.check}
          </Button>
        </form>
      ) : (
        <p className={css.place}>
          <Icon name="pin" size={18} />
          <span>{messages.deliverTo(pincode ?? '', promise?.city)}</span>
          <button
            type="button"
            className={css.change}
            aria-label={messages.changeLabel}
            onClick={() => {
              wasChanged.current = true;
              setIsEditing(true);
            }}
          >
            {messages.change}
          </button>
        </p>
      )}
      <div aria-live="polite" className={css.result}>
        {loading && pincode && !promise && (
          <div role="status" aria-label={messages.loading}>
            <Skeleton height="3rem" />
          </div>
        )}
        {error && !isUnknown && pincode && (
          <p className={css.failure}>
            {messages.failed}{' '}
            <button type="button" className={css.change} onClick={reload}>
              {messages.retry}
            </button>
          </p>
        )}
        {promise?.serviceable && <DeliveryPromiseText promise={promise} value={value} />}
        {promise?.serviceable === false && pincode && <p className={css.date}>{messages.notServed(pincode)}</p>}
      </div>
      {promise?.serviceable === false && pincode && (
        <WaitlistForm key={pincode} pincode={pincode} productId={items[0]?.productId} />
      )}
    </div>
  );
}
