import { useEffect, useRef, useState } from 'react';
import { EMAIL_PATTERN } from '@rangavalli/contracts/validation';
import { call } from '../data/api.js';
import { useForm } from '../data/form.js';
import { useSession } from '../session/session.js';
import { Button } from './Button.js';
import { Input } from './Field.js';
import css from './Delivery.module.css';
import { messages } from '../delivery/messages.js';

const emailProblem = (email: string): string | undefined => {
  if (!email) return messages.enterEmail;
  return EMAIL_PATTERN.test(email) ? undefined : messages.invalidEmail;
};

/** Stores an email address for a PIN code that is not served. */
export function WaitlistForm({ pincode, productId }: { pincode: string; productId?: string | undefined }) {
  const accountEmail = useSession()?.user?.email;
  const [thanks, setThanks] = useState<string>();
  const thanksElement = useRef<HTMLParagraphElement>(null);
  const { form, field, busy, failure } = useForm<'email'>({
    fields: ['email'],
    validate: ({ email }) => ({ email: emailProblem(email.trim()) }),
    submit: async ({ email }) => {
      const body = { pincode, email: email.trim(), ...(productId ? { productId } : {}) };
      setThanks((await call('POST /delivery/waitlist', { body })).message);
    },
  });
  // The focused button has gone with the form.
  useEffect(() => {
    if (thanks) thanksElement.current?.focus();
  }, [thanks]);
  if (thanks)
    return (
      <p ref={thanksElement} tabIndex={-1} className={css.thanks}>
        {thanks}
      </p>
    );
  return (
    <form className={css.form} {...form}>
      <Input
        label={messages.email}
        hint={messages.notifyText}
        {...field('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        defaultValue={accountEmail}
        required
      />
      <Button type="submit" look="secondary" busy={busy}>
        {messages.notifyMe}
      </Button>
      <p className={css.failure} role="alert">
        {failure?.message}
      </p>
    </form>
  );
}
