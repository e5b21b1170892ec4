import { useEffect, useRef, useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { EMAIL_PATTERN } from '@rangavalli/contracts/validation';
import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { SizeOptions } from '@rangavalli/web-kit/ui/SizeOptions';
import { messages } from './messages.js';
import css from './NotifyMe.module.css';
import type { SoldOut } from './sold-out.js';

interface NotifyFormProps {
  product: Product;
  soldOut: SoldOut;
  onInStock: () => void;
}

/** Returns any size (empty) when all are sold out, else the only sold-out size. */
const initialSize = ({ all, sizes }: SoldOut): string | undefined =>
  all ? '' : sizes.length === 1 ? sizes[0] : undefined;

const emailError = (email: string): string | undefined => {
  if (!email) return messages.enterEmail;
  return EMAIL_PATTERN.test(email) ? undefined : messages.invalidEmail;
};

/** Subscribes an email address to the return of a sold-out product or size. */
export function NotifyForm({ product, soldOut, onInStock }: NotifyFormProps) {
  const accountEmail = useSession()?.user?.email;
  const [size, setSize] = useState(() => initialSize(soldOut));
  const [usesOtherEmail, setUsesOtherEmail] = useState(false);
  const usesAccount = accountEmail !== undefined && !usesOtherEmail;
  const [confirmation, setConfirmation] = useState<string>();
  const confirmationElement = useRef<HTMLParagraphElement>(null);
  const { form, field, errors, busy, failure } = useForm<'size' | 'email'>({
    fields: ['size', 'email'],
    validate: ({ email }) => ({
      size: size === undefined ? messages.selectSize : undefined,
      email: usesAccount ? undefined : emailError(email.trim()),
    }),
    submit: async ({ email }) => {
      const { message } = await call('POST /stock-alerts', {
        body: { productId: product._id, size: size ?? '', ...(usesAccount ? {} : { email: email.trim() }) },
      });
      setConfirmation(message);
    },
    errorsOf: (error) => (error.code === 'SIZE_UNKNOWN' ? { size: error.message } : fieldErrors(error)),
    // The session has ended on the server: the customer enters an address like a guest.
    onRejected: (error) => error && fieldErrors(error)['email'] && setUsesOtherEmail(true),
  });
  const isInStock = failure?.code === 'IN_STOCK';

  // The focused button has gone with the form.
  useEffect(() => {
    if (confirmation) confirmationElement.current?.focus();
  }, [confirmation]);

  if (confirmation) {
    return (
      <>
        <p ref={confirmationElement} tabIndex={-1} className={css.confirmation}>
          {confirmation}
        </p>
        {soldOut.sizes.length > 1 && (
          <Button look="quiet" className={css.again} onClick={() => setConfirmation(undefined)}>
            {messages.anotherSize}
          </Button>
        )}
      </>
    );
  }
  return (
    <form className={css.form} {...form}>
      {soldOut.sizes.length > 0 && (
        <SizeOptions
          legend={messages.whichSize}
          name="size"
          options={[...(soldOut.all ? [''] : []), ...soldOut.sizes].map((value) => ({
            value,
            label: value || messages.anySize,
          }))}
          selected={size}
          error={errors.size}
          onSelect={setSize}
        />
      )}
      <div className={css.line} data-account={usesAccount}>
        {usesAccount ? (
          <p className={css.account}>
            {messages.emailTo} <strong>{accountEmail}</strong>.{' '}
            <button type="button" className={css.textButton} onClick={() => setUsesOtherEmail(true)}>
              {messages.anotherEmail}
            </button>
          </p>
        ) : (
          <Input
            label={messages.email}
            {...field('email')}
            type="email"
            hint={messages.emailHint}
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            required
            autoFocus={usesOtherEmail}
          />
        )}
        <Button type="submit" look={soldOut.all ? 'primary' : 'secondary'} busy={busy} className={css.submit}>
          {messages.notifyMe}
        </Button>
      </div>
      {/* Always present, so that screen readers announce its content. */}
      <div className={css.status} aria-live="polite">
        {failure && (
          <p className={css.failure} data-in-stock={isInStock}>
            <span>{failure.message}</span>
            {isInStock && (
              <button type="button" className={css.textButton} onClick={onInStock}>
                {messages.showProduct}
              </button>
            )}
          </p>
        )}
      </div>
    </form>
  );
}
