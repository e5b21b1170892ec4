import type { CustomerGroup } from '@rangavalli/contracts/entities/customer-group';
import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface GroupDialogProps {
  /** Missing for a new one. */
  group?: CustomerGroup | undefined;
  onClose: () => void;
  onSaved: () => void;
}

const MAX_NAME = 60;
const MAX_DESCRIPTION = 300;

/** Adds or edits a group of customers. */
export function GroupDialog({ group, onClose, onSaved }: GroupDialogProps) {
  const { form, field, busy, failure } = useForm<'name' | 'description'>({
    fields: ['name', 'description'],
    validate: ({ name, description }) => ({
      name: name.trim() && name.trim().length <= MAX_NAME ? undefined : messages.enterName,
      description: description.trim().length > MAX_DESCRIPTION ? messages.tooLong : undefined,
    }),
    submit: async ({ name, description }) => {
      const body = { name: name.trim(), description: description.trim() || undefined };
      const { message } = group
        ? await call('PUT /users/admin/groups/{id}', { params: { id: group._id }, body })
        : await call('POST /users/admin/groups', { body });
      toast.success(message);
      onSaved();
    },
    errorsOf: (error) => (error.code === 'GROUP_NAME_TAKEN' ? { name: error.message } : fieldErrors(error)),
  });
  return (
    <Dialog title={group ? messages.editTitle : messages.addTitle} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <Input
          label={messages.name}
          hint={messages.nameHint}
          {...field('name')}
          defaultValue={group?.name}
          maxLength={MAX_NAME}
          autoComplete="off"
          required
        />
        <Input
          label={messages.description}
          hint={messages.descriptionHint}
          {...field('description')}
          defaultValue={group?.description}
          maxLength={MAX_DESCRIPTION}
          autoComplete="off"
        />
        <FormActions submit={messages.save} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
