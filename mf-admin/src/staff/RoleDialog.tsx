import { roles, type Role } from '@rangavalli/contracts/permissions';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { RoleSelect } from './RoleSelect.js';

interface RoleDialogProps {
  person: { id: string; name: string; role: Role };
  onClose: () => void;
  onChanged: () => void;
}

/** Changes the role of another person; the server requires a step-up. */
export function RoleDialog({ person: { id, name, role: current }, onClose, onChanged }: RoleDialogProps) {
  const withStepUp = useStepUp();
  const { form, field, busy, failure } = useForm<'role'>({
    fields: ['role'],
    validate: ({ role }) => ({ role: role && role !== current ? undefined : messages.chooseOtherRole }),
    submit: async (values) => {
      const role = roles.find((one) => one === values.role) ?? current;
      const { message } = await withStepUp(() =>
        call('PUT /users/admin/{id}/role', { params: { id }, body: { role } }),
      );
      toast.success(message);
      onChanged();
    },
  });
  return (
    <Dialog title={messages.changeRoleTitle(name)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <RoleSelect
          label={messages.newRole}
          {...field('role')}
          initial={current === 'user' ? undefined : current}
          withCustomer={current !== 'user'}
        />
        <p className={shared.empty}>{messages.takesEffect}</p>
        <FormActions submit={messages.save} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
