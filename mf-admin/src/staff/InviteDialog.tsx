import { staffRoles } from '@rangavalli/contracts/permissions';
import { EMAIL_PATTERN } from '@rangavalli/contracts/validation';
import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { RoleSelect } from './RoleSelect.js';

const emailError = (email: string): string | undefined => {
  if (!email.trim()) return messages.enterEmail;
  return EMAIL_PATTERN.test(email.trim()) ? undefined : messages.invalidEmail;
};

export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const withStepUp = useStepUp();
  const { form, field, busy, failure } = useForm<'email' | 'role'>({
    fields: ['email', 'role'],
    validate: ({ email, role }) => ({
      email: emailError(email),
      role: role ? undefined : messages.chooseRole,
    }),
    submit: async ({ email, role: chosen }) => {
      const role = staffRoles.find((one) => one === chosen);
      if (!role) return;
      const { message } = await withStepUp(() =>
        call('POST /users/admin/invitations', { body: { email: email.trim(), role } }),
      );
      toast.success(message);
      onInvited();
    },
    errorsOf: (error) => (error.code === 'ALREADY_STAFF' ? { email: error.message } : fieldErrors(error)),
  });
  return (
    <Dialog title={messages.invite} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <p className={shared.empty}>{messages.inviteText}</p>
        <Input
          label={messages.email}
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          required
        />
        <RoleSelect label={messages.role} {...field('role')} />
        <FormActions submit={messages.sendInvitation} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
