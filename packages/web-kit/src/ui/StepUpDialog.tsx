import { useEffect, useState } from 'react';
import type { SecondFactor, StepUpProof } from '@rangavalli/contracts/entities/second-factor';
import { call } from '../data/api.js';
import { ApiError, asApiError } from '../data/api-error.js';
import { useForm } from '../data/form.js';
import { useQuery } from '../data/query.js';
import { getPasskey, hasPasskeySupport } from '../session/passkeys.js';
import { currentSession } from '../session/session.js';
import { messages } from '../step-up/messages.js';
import { Button } from './Button.js';
import { CodeInput } from './CodeInput.js';
import { Dialog } from './Dialog.js';
import { FailureNotice } from './Notice.js';
import { PasswordInput } from './PasswordInput.js';
import { RecoveryCodeInput } from './RecoveryCodeInput.js';
import { Skeleton } from './Skeleton.js';
import { StepUpByEmail } from './StepUpByEmail.js';
import css from './StepUpDialog.module.css';

/** `passkey` has a button of its own. */
type TypedProof = 'password' | 'totp' | 'recoveryCode';

interface StepUpDialogProps {
  /** What was pressed. While it is busy it cannot have the focus, which returns when the action has ended. */
  opener: Element | null;
  onConfirmed: () => void;
  onClose: () => void;
}

/** Requests the password, a code or a passkey, after which staff actions are allowed for ten minutes. */
export function StepUpDialog({ opener, onConfirmed, onClose }: StepUpDialogProps) {
  useEffect(() => () => focusWhenEnabled(opener), [opener]);
  const { data, error } = useQuery('second-factor', (signal) => call('GET /users/second-factor', {}, { signal }));
  // The password is always possible: without the list it is what remains.
  const factors = data?.secondFactor ?? (error ? { totp: false, recoveryCodesLeft: 0, passkeys: [] } : undefined);
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <p className={css.lead}>{messages.lead}</p>
      {factors ? <StepUpProofs factors={factors} onConfirmed={onConfirmed} /> : <Skeleton height="9rem" />}
    </Dialog>
  );
}

function focusWhenEnabled(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  new MutationObserver((_changes, observer) => {
    observer.disconnect();
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
  }).observe(element, { attributeFilter: ['disabled'] });
}

const proofOf = (method: TypedProof, text: string): StepUpProof => {
  if (method === 'password') return { password: text };
  return method === 'totp' ? { totp: text.trim() } : { recoveryCode: text.trim() };
};

interface StepUpFormProps {
  factors: Pick<SecondFactor, 'totp' | 'recoveryCodesLeft' | 'passkeys'>;
  onConfirmed: () => void;
}

async function confirmWith(proof: StepUpProof): Promise<void> {
  await call('POST /users/step-up', { body: proof });
}

function StepUpProofs({ factors, onConfirmed }: StepUpFormProps) {
  const hasOnlyEmail = currentSession()?.user?.hasPassword === false && !factors.totp && factors.passkeys.length === 0;
  if (!hasOnlyEmail) return <StepUpForm factors={factors} onConfirmed={onConfirmed} />;
  return <StepUpByEmail confirm={(proof) => confirmWith(proof).then(onConfirmed)} />;
}

function StepUpForm({ factors, onConfirmed }: StepUpFormProps) {
  const methods: TypedProof[] = [
    ...(factors.totp ? (['totp'] as const) : []),
    'password',
    ...(factors.recoveryCodesLeft > 0 ? (['recoveryCode'] as const) : []),
  ];
  const [method, setMethod] = useState<TypedProof>(methods[0] ?? 'password');
  const confirm = async (proof: StepUpProof) => {
    await confirmWith(proof);
    onConfirmed();
  };
  const { form, field, busy, failure, clearErrors } = useForm<'proof'>({
    fields: ['proof'],
    validate: ({ proof }) => ({ proof: proof.trim() ? undefined : messages.missing[method] }),
    submit: ({ proof }) => confirm(proofOf(method, proof)),
    errorsOf: ({ code, message, details }) => {
      if (code === 'WRONG_PASSWORD' || code === 'SECOND_FACTOR_INVALID') return { proof: message };
      return { proof: (details?.['fields'] as Partial<Record<TypedProof, string>> | undefined)?.[method] };
    },
  });
  const [passkeyFailure, setPasskeyFailure] = useState<ApiError>();
  const [isPasskeyBusy, setIsPasskeyBusy] = useState(false);
  const confirmByPasskey = async () => {
    setIsPasskeyBusy(true);
    setPasskeyFailure(undefined);
    try {
      const { options } = await call('POST /users/step-up/passkey/options');
      await confirm({ passkey: await getPasskey(options) });
    } catch (thrown) {
      setPasskeyFailure(asApiError(thrown));
    } finally {
      setIsPasskeyBusy(false);
    }
  };
  const shownFailure = failure ?? passkeyFailure;
  return (
    <>
      {shownFailure && <FailureNotice failure={shownFailure} fallback={messages.failed} />}
      {factors.passkeys.length > 0 && hasPasskeySupport() && (
        <div className={css.passkey}>
          <Button wide busy={isPasskeyBusy} disabled={busy} onClick={() => void confirmByPasskey()}>
            {messages.usePasskey}
          </Button>
          <p className={css.or}>{messages.or}</p>
        </div>
      )}
      <form key={method} className={css.form} {...form}>
        <input
          type="email"
          name="username"
          autoComplete="username"
          defaultValue={currentSession()?.user?.email}
          readOnly
          hidden
        />
        {method === 'password' && (
          <PasswordInput label={messages.password} {...field('proof')} autoComplete="current-password" />
        )}
        {method === 'totp' && <CodeInput label={messages.totp} {...field('proof')} hint={messages.totpHint} />}
        {method === 'recoveryCode' && (
          <RecoveryCodeInput label={messages.recoveryCode} {...field('proof')} hint={messages.recoveryCodeHint} />
        )}
        <Button type="submit" busy={busy} disabled={isPasskeyBusy}>
          {messages.confirm}
        </Button>
      </form>
      {methods.length > 1 && (
        <p className={css.others}>
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button
                key={other}
                look="quiet"
                onClick={() => {
                  clearErrors();
                  setMethod(other);
                }}
              >
                {messages.use[other]}
              </Button>
            ))}
        </p>
      )}
    </>
  );
}
