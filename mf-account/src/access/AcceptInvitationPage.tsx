import { useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { STAFF_PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { PasswordInput } from '@rangavalli/web-kit/ui/PasswordInput';
import { Spinner } from '@rangavalli/web-kit/ui/Spinner';
import css from '../form/form.module.css';
import { messages as formMessages } from '../form/messages.js';
import { NewPasswordInput } from '../form/NewPasswordInput.js';
import { newPasswordError } from '../form/validation.js';
import { AccessLayout } from './AccessLayout.js';
import { messages } from './messages.js';
import { useLinkToken } from './use-link-token.js';

/** A new member of staff chooses a password, or confirms with that of an existing account which has one. */
export function AcceptInvitationPage() {
  const token = useLinkToken();
  const [success, setSuccess] = useState<string>();
  const { data, error, reload } = useQuery(token && `invitation ${token}`, (signal) =>
    call('POST /users/invitations/view', { body: { token: token ?? '' } }, { signal }),
  );
  return (
    <AccessLayout
      title={messages.invitationTitle}
      {...(data ? { lead: messages.invitationLead(data.role) } : {})}
      poster="register"
    >
      <div className={css.form}>
        {!token && <Notice kind="error">{messages.confirmEmailIncomplete}</Notice>}
        {token && !data && !error && <Spinner label={messages.invitationWaiting} />}
        {error && <FailureNotice failure={error} fallback={messages.somethingWrong} />}
        {error?.code === 'EMAIL_LINK_INVALID' && <p>{messages.invitationInvalid}</p>}
        {error && error.code !== 'EMAIL_LINK_INVALID' && (
          <Button wide onClick={reload}>
            {messages.tryAgain}
          </Button>
        )}
        {success && (
          <>
            <Notice kind="success">{success}</Notice>
            <ButtonLink to="/login" wide>
              {messages.login}
            </ButtonLink>
          </>
        )}
      </div>
      {token && data && !success && <AcceptForm token={token} invitation={data} onDone={setSuccess} />}
    </AccessLayout>
  );
}

interface AcceptFormProps {
  token: string;
  invitation: CallResponse<'POST /users/invitations/view'>;
  onDone: (message: string) => void;
}

function AcceptForm({ token, invitation: { email, hasAccount, hasPassword }, onDone }: AcceptFormProps) {
  const isNewPassword = !hasAccount || hasPassword === false;
  const { form, field, busy, failure } = useForm({
    fields: ['name', 'password'],
    validate: ({ name, password }) => ({
      name: hasAccount || name.trim() ? undefined : messages.nameMissing,
      password: isNewPassword
        ? newPasswordError(password, STAFF_PASSWORD_MIN_LENGTH)
        : password
          ? undefined
          : messages.passwordMissing,
    }),
    submit: async ({ name, password }) => {
      const body = { token, password, ...(hasAccount ? {} : { name: name.trim() }) };
      onDone((await call('POST /users/invitations/accept', { body })).message);
    },
    errorsOf: (error) =>
      error.code === 'PASSWORD_BREACHED' || error.code === 'INVALID_CREDENTIALS'
        ? { password: error.message }
        : fieldErrors(error),
  });
  return (
    <form className={css.form} {...form}>
      {failure && <FailureNotice failure={failure} fallback={messages.somethingWrong} />}
      {hasAccount && (
        <Notice kind="info">{isNewPassword ? messages.accountWithoutPassword : messages.accountExists}</Notice>
      )}
      <Input label={formMessages.email} type="email" value={email} autoComplete="username" readOnly />
      {!hasAccount && <Input label={messages.name} {...field('name')} autoComplete="name" maxLength={120} required />}
      {isNewPassword ? (
        <NewPasswordInput
          label={messages.password}
          {...field('password')}
          minLength={STAFF_PASSWORD_MIN_LENGTH}
          personal={[email]}
        />
      ) : (
        <PasswordInput label={messages.password} {...field('password')} autoComplete="current-password" />
      )}
      <Button type="submit" wide busy={busy}>
        {messages.acceptInvitation}
      </Button>
    </form>
  );
}
