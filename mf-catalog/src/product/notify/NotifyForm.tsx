import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import css from './NotifyMe.module.css';
import type { SoldOut } from './sold-out-sizes.js';
import { SoldOutSizes } from './SoldOutSizes.js';
import { useStockAlert, type WishFaults } from './use-stock-alert.js';

interface NotifyFormProps {
  product: Product;
  soldOut: SoldOut;
  /** Loads the product again. */
  onInStock: () => void;
}

/** Any size where all are gone, the only one where it is one, else the shopper has to say. */
const firstChoice = ({ all, sizes }: SoldOut): string | undefined =>
  all ? '' : sizes.length === 1 ? sizes[0] : undefined;

/** Asks where to write, and which size it is about. */
export function NotifyForm({ product, soldOut, onInStock }: NotifyFormProps) {
  const known = useSession()?.user?.email;
  const [size, setSize] = useState(() => firstChoice(soldOut));
  const [another, setAnother] = useState(false);
  const { busy, done, faults, inStock, setFaults, ask, again } = useStockAlert();
  const form = useRef<HTMLFormElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);

  const writeToAccount = known !== undefined && !another && !faults.email;
  const choosable = soldOut.sizes.length > 0;

  // The button that was pressed is gone with the form: whoever reads by ear or keyboard goes on at the answer.
  useEffect(() => {
    if (done) thanks.current?.focus();
  }, [done]);
  useEffect(() => {
    // Who seemed to be signed in and is not any more types an address like a guest.
    if (faults.email) setAnother(true);
    if (faults.size || faults.email) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = writeToAccount
      ? undefined
      : (event.currentTarget.elements.namedItem('email') as HTMLInputElement | null);
    const email = field?.value.trim();
    const wrong: WishFaults = {
      ...(size === undefined ? { size: 'Please select a size.' } : {}),
      ...(email === ''
        ? { email: 'Please enter your e-mail address.' }
        : field?.validity.typeMismatch
          ? { email: 'Please enter a valid e-mail address.' }
          : {}),
    };
    if (size === undefined || Object.keys(wrong).length > 0) return setFaults(wrong);
    return void ask({ productId: product._id, size, email });
  };

  if (done) {
    return (
      <>
        <p ref={thanks} tabIndex={-1} className={css.thanks}>
          {done}
        </p>
        {soldOut.sizes.length > 1 && (
          <Button look="quiet" className={css.again} onClick={again}>
            Ask for another size
          </Button>
        )}
      </>
    );
  }
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      {choosable && (
        <SoldOutSizes
          sizes={soldOut.sizes}
          any={soldOut.all}
          chosen={size}
          error={faults.size}
          onChoose={(wanted) => (setSize(wanted), setFaults({}))}
        />
      )}
      <div className={css.line} data-known={writeToAccount}>
        {writeToAccount ? (
          <p className={css.known}>
            We write to <strong>{known}</strong>.{' '}
            <button type="button" className={css.other} onClick={() => setAnother(true)}>
              Use another address
            </button>
          </p>
        ) : (
          <Input
            label="Your e-mail"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            required
            autoFocus={another}
            error={faults.email}
          />
        )}
        <Button type="submit" look={soldOut.all ? 'primary' : 'secondary'} busy={busy} className={css.send}>
          Notify me
        </Button>
      </div>
      {/* Always there, so that screen readers notice what comes into it. */}
      <div className={css.news} aria-live="polite">
        {faults.form && (
          <p className={css.fault} data-good={inStock}>
            <span>{faults.form}</span>
            {inStock && (
              <button type="button" className={css.other} onClick={onInStock}>
                Show me
              </button>
            )}
          </p>
        )}
      </div>
    </form>
  );
}
