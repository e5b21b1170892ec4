import { useEffect, useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { SecondFactorDetails } from '@rangavalli/contracts/entities/second-factor';
import { useForm } from '@rangavalli/web-kit/data/form';
import { useEmailCode } from '@rangavalli/web-kit/session/use-email-code';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { EmailCodeField } from '@rangavalli/web-kit/ui/EmailCodeField';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { EmailInput } from '../form/EmailInput.js';
import css from '../form/form.module.css';
import { emailError } from '../form/validation.js';
import { messages } from './messages.js';

interface CodeLoginProps {
  email: string;
  onLoggedIn: (response: CallResponse<'POST /users/login'>) => void;
  onSecondFactor: (details: SecondFactorDetails) => void;
  onUsePassword: () => void;
}

const normalize = (address: string): string => address.trim().toLowerCase();

/** Login with an emailed code, also for accounts without a password. */
export default function CodeLogin({ email, onLoggedIn, onSecondFactor, onUsePassword }: CodeLoginProps) {
  const code = useEmailCode();
  const [address, setAddress] = useState(email);
  const { form, field } = useForm({
    fields: ['email'],
    validate: (values) => ({ email: emailError(values.email) }),
    submit: async (values) => {
      setAddress(values.email);
      await code.send(normalize(values.email));
    },
  });
  const { failure, sentTo } = code;
  // A corrected address gets a code of its own.
  const isSent = sentTo === normalize(address);
  useEffect(() => {
    if (failure?.code === 'SECOND_FACTOR_REQUIRED') onSecondFactor(failure.details as unknown as SecondFactorDetails);
  }, [failure, onSecondFactor]);
  const verify = async (digits: string) => {
    const response = await code.verify({ email: sentTo ?? '', code: digits });
    if (response) onLoggedIn(response);
  };
  return (
    <>
      <form className={css.form} {...form}>
        {failure && failure.code !== 'LOGIN_CODE_INVALID' && (
          <FailureNotice failure={failure} fallback={messages.loginFailed} />
        )}
        <EmailInput {...field('email')} defaultValue={email} onChange={({ target }) => setAddress(target.value)} />
        {!isSent && (
          <Button type="submit" wide busy={code.busy === 'sending'}>
            {messages.sendCode}
          </Button>
        )}
      </form>
      {isSent && <EmailCodeField email={sentTo} code={code} onComplete={(digits) => void verify(digits)} />}
      <Button look="quiet" onClick={onUsePassword}>
        {messages.usePassword}
      </Button>
    </>
  );
}
