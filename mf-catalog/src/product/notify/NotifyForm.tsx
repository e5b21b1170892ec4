import { EMAIL_PATTERN } from '@rangavalli/contracts/validation';
import { useEffect, useRef, useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import css from './NotifyMe.module.css';
import type { SoldOut } from './sold-out-sizes.js';
import { SoldOutSizes } from './SoldOutSizes.js';

interface NotifyFormProps {
  product: Product;
  soldOut: SoldOut;
  /** Loads the product again. */
  onInStock: () => void;
}

/** Any size where all are gone, the only one where it is one, else the shopper has to say. */
const firstChoice = ({ all, sizes }: SoldOut): string | undefined =>
  all ? '' : sizes.length === 1 ? sizes[0] : undefined;

const emailError = (email: string): string | undefined => {
  if (!email) return 'Please enter your email address.';
  return EMAIL_PATTERN.test(email) ? undefined : 'Please enter a valid email address.';
};

/** Subscribes an email address to the return of a sold-out product or size. */
export function NotifyForm({ product, soldOut, onInStock }: NotifyFormProps) {
  const known = useSession()?.user?.email;
  const [size, setSize] = useState(() => firstChoice(soldOut));
  const [another, setAnother] = useState(false);
  const writeToAccount = known !== undefined && !another;
  const [done, setDone] = useState<string>();
  const thanks = useRef<HTMLParagraphElement>(null);
  const { form, field, errors, busy, failure } = useForm<'size' | 'email'>({
    fields: ['size', 'email'],
    validate: ({ email }) => ({
      size: size === undefined ? 'Please select a size.' : undefined,
      email: writeToAccount ? undefined : emailError(email.trim()),
    }),
    submit: async ({ email }) => {
      const { message } = await call('POST /stock-alerts', {
        body: { productId: product._id, size: size ?? '', ...(writeToAccount ? {} : { email: email.trim() }) },
      });
      setDone(message);
    },
    errorsOf: (error) => (error.code === 'SIZE_UNKNOWN' ? { size: error.message } : fieldErrors(error)),
    // The session has ended on the server: the customer enters an address like a guest.
    onRejected: (error) => error && fieldErrors(error)['email'] && setAnother(true),
  });
  const inStock = failure?.code === 'IN_STOCK';
  const choosable = soldOut.sizes.length > 0;

  // The pressed button is gone with the form.
  useEffect(() => {
    if (done) thanks.current?.focus();
  }, [done]);

  if (done) {
    return (
      <>
        <p ref={thanks} tabIndex={-1} className={css.thanks}>
          {done}
        </p>
        {soldOut.sizes.length > 1 && (
          <Button look="quiet" className={css.again} onClick={() => setDone(undefined)}>
            Ask for another size
          </Button>
        )}
      </>
    );
  }
  return (
    <form className={css.form} {...form}>
      {choosable && (
        <SoldOutSizes sizes={soldOut.sizes} any={soldOut.all} chosen={size} error={errors.size} onChoose={setSize} />
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
            label="Your email"
            {...field('email')}
            type="email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            required
            autoFocus={another}
          />
        )}
        <Button type="submit" look={soldOut.all ? 'primary' : 'secondary'} busy={busy} className={css.send}>
          Notify me
        </Button>
      </div>
      {/* Always there, so that screen readers notice what comes into it. */}
      <div className={css.news} aria-live="polite">
        {failure && (
          <p className={css.fault} data-good={inStock}>
            <span>{failure.message}</span>
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
