import { useState } from 'react';
import type { CustomerGroup } from '@rangavalli/contracts/entities/customer-group';
import type { Customer } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface CustomerGroupsDialogProps {
  customer: Customer;
  groups: readonly CustomerGroup[];
  onClose: () => void;
  onSaved: () => void;
}

/** Chooses the groups that a customer is a member of. */
export function CustomerGroupsDialog({ customer, groups, onClose, onSaved }: CustomerGroupsDialogProps) {
  // Without ids of deleted groups.
  const [chosen, setChosen] = useState(() =>
    groups.filter(({ _id }) => customer.groups?.includes(_id)).map(({ _id }) => _id),
  );
  const { form, busy, failure } = useForm<never>({
    fields: [],
    validate: () => ({}),
    submit: async () => {
      const params = { id: customer._id };
      toast.success(
        (await call('PUT /users/admin/customers/{id}/groups', { params, body: { groups: chosen } })).message,
      );
      onSaved();
    },
  });
  return (
    <Dialog title={messages.groupsOf(customer.name)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        {groups.length === 0 && <p className={shared.empty}>{messages.none}</p>}
        {groups.map(({ _id, name }) => (
          <Checkbox
            key={_id}
            label={name}
            checked={chosen.includes(_id)}
            onChange={({ target }) =>
              setChosen((old) => (target.checked ? [...old, _id] : old.filter((id) => id !== _id)))
            }
          />
        ))}
        <FormActions submit={messages.saveGroups} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
