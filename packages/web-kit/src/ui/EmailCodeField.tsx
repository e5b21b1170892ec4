import { useEffect, useRef, useState } from 'react';
import type { CodeState, EmailCode } from '../session/use-email-code.js';
import { Button } from './Button.js';
import { CodeInput } from './CodeInput.js';
import css from './Field.module.css';

/** Before another code may be requested, s. */
const RESEND_AFTER_S = 30;
const CODE_ERRORS = [
  'LOGIN_CODE_INVALID',
  'CONFIRMATION_CODE_INVALID',
  'CONFIRMATION_CODE_EXPIRED',
  'VALIDATION_FAILED',
];

const messages = {
  label: 'Code from the email',
  sent: (email: string) => `We have sent a 6-digit code to ${email}. Check your spam folder too.`,
  resend: 'Send a new code',
  resendIn: (seconds: number) => `You can request a new code in ${seconds} s.`,
  verifying: 'Checking the code…',
};

interface EmailCodeFieldProps {
  email: string;
  code: CodeState & Pick<EmailCode, 'send'>;
  /** With the six digits, as soon as they are complete. */
  onComplete: (digits: string) => void;
}

/** The code that was sent to `email`, verified without a button; a new one can be requested. */
export function EmailCodeField({ email, code, onComplete }: EmailCodeFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [wait, setWait] = useState(RESEND_AFTER_S);
  useEffect(() => {
    frame.current?.querySelector('input')?.focus();
  }, []);
  useEffect(() => {
    if (wait === 0) return undefined;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);
  const change = (value: string) => {
    setText(value);
    const digits = value.replaceAll(/\D/g, '');
    if (digits.length === 6) onComplete(digits);
  };
  const failure = code.failure && CODE_ERRORS.includes(code.failure.code) ? code.failure.message : undefined;
  return (
    <div ref={frame} className={css.field}>
      <CodeInput
        label={messages.label}
        name="code"
        hint={messages.sent(email)}
        error={text.replaceAll(/\D/g, '').length === 6 && !code.busy ? failure : undefined}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <p role="status" className={css.hint}>
        {code.busy === 'verifying' && messages.verifying}
      </p>
      {wait > 0 ? (
        <p className={css.hint}>{messages.resendIn(wait)}</p>
      ) : (
        <Button
          look="quiet"
          busy={code.busy === 'sending'}
          onClick={() => {
            setText('');
            setWait(RESEND_AFTER_S);
            void code.send(email);
          }}
        >
          {messages.resend}
        </Button>
      )}
    </div>
  );
}
