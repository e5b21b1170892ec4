import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { clearSession } from '@rangavalli/web-kit/session/session';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import css from '../form/form.module.css';
import { AccessLayout } from './AccessLayout.js';
import { messages } from './messages.js';
import { useLinkToken } from './use-link-token.js';

/** Restores the previous address of an account, after a confirmation, because it logs out every device. */
export function UndoEmailChangePage() {
  const token = useLinkToken();
  const [success, setSuccess] = useState<string>();
  const { form, busy, failure } = useForm<never>({
    fields: [],
    validate: () => ({}),
    submit: async () => {
      const { message } = await call('POST /users/email/undo', { body: { token: token ?? '' } });
      clearSession();
      setSuccess(message);
    },
  });
  return (
    <AccessLayout title={messages.undoEmailTitle} lead={messages.undoEmailLead} poster="password">
      <form className={css.form} {...form}>
        {!token && <Notice kind="error">{messages.confirmEmailIncomplete}</Notice>}
        {failure && <FailureNotice failure={failure} fallback={messages.somethingWrong} />}
        {success && (
          <Notice kind="success">
            {success} {messages.undoEmailNext}
          </Notice>
        )}
        {success ? (
          <ButtonLink to="/forgot-password" wide>
            {messages.newPasswordTitle}
          </ButtonLink>
        ) : (
          token && (
            <Button type="submit" wide busy={busy}>
              {messages.undoEmail}
            </Button>
          )
        )}
      </form>
    </AccessLayout>
  );
}
