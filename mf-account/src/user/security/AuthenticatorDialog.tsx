import type { CallResponse } from '@rangavalli/contracts/calls';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { CodeInput } from '@rangavalli/web-kit/ui/CodeInput';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import form from '../../form/form.module.css';
import css from './AuthenticatorDialog.module.css';
import { messages } from './messages.js';
import { QrCode } from './QrCode.js';

export type AuthenticatorSetup = Pick<CallResponse<'POST /users/second-factor/totp'>, 'secret' | 'uri'>;

interface AuthenticatorDialogProps {
  setup: AuthenticatorSetup;
  onClose: () => void;
  /** `recoveryCodes` with the first second factor of the account. */
  onDone: (recoveryCodes?: readonly string[]) => void;
}

/** Groups of four, as apps take the key typed by hand. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export function AuthenticatorDialog({ setup: { secret, uri }, onClose, onDone }: AuthenticatorDialogProps) {
  const withStepUp = useStepUp();
  const codeForm = useForm<'totp'>({
    fields: ['totp'],
    validate: ({ totp }) => ({ totp: totp.trim() ? undefined : messages.codeMissing }),
    submit: async ({ totp }) => {
      const { message, recoveryCodes } = await withStepUp(() =>
        call('POST /users/second-factor/totp/confirm', { body: { totp: totp.trim() } }),
      );
      toast.success(message);
      onDone(recoveryCodes);
    },
    errorsOf: ({ code, message, details }) =>
      code === 'SECOND_FACTOR_INVALID'
        ? { totp: message }
        : ((details?.['fields'] as { totp?: string } | undefined) ?? {}),
  });
  return (
    <Dialog title={messages.setUpTitle} onClose={onClose}>
      <form className={form.form} {...codeForm.form}>
        {codeForm.failure && <FailureNotice failure={codeForm.failure} fallback={messages.somethingWrong} />}
        <ol className={css.steps}>
          {messages.setUpSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div className={css.code}>
          <QrCode text={uri} label={messages.qrCode} />
          <div>
            <p className={css.open}>
              <a href={uri}>{messages.onThisPhone}</a>
            </p>
            <p className={css.hint}>{messages.cannotScan}:</p>
            <code className={css.key}>{grouped(secret)}</code>
          </div>
        </div>
        <CodeInput label={messages.code} {...codeForm.field('totp')} hint={messages.codeHint} />
        <Button type="submit" busy={codeForm.busy}>
          {messages.turnOn}
        </Button>
      </form>
    </Dialog>
  );
}
