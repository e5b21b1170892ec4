import type { CustomerGroup } from '@rangavalli/contracts/entities/customer-group';
import type { Customer } from '@rangavalli/contracts/entities/user';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import type { CustomerGroupsDialog } from '../customer-groups/CustomerGroupsDialog.js';
import { messages as layout } from '../layout/messages.js';
import { messages } from './messages.js';

interface CustomerGroupsProps {
  customer: Customer;
  groups: readonly CustomerGroup[];
  /** Undefined for those who may not change them. */
  onEdit: (() => void) | undefined;
}

/** The names of a customer's groups. */
export function CustomerGroups({ customer, groups, onEdit }: CustomerGroupsProps) {
  const names = groups.filter(({ _id }) => customer.groups?.includes(_id)).map(({ name }) => name);
  const text = names.join(', ') || messages.noGroups;
  if (!onEdit) return <>{text}</>;
  return (
    <Button look="quiet" aria-label={messages.groupsOf(customer.name)} onClick={onEdit}>
      {text}
    </Button>
  );
}

const load = async () => (await import('../customer-groups/CustomerGroupsDialog.js')).CustomerGroupsDialog;

/** The dialog is rarely opened, and in a file of its own. */
export const EditCustomerGroups = (props: Parameters<typeof CustomerGroupsDialog>[0]) => (
  <LazyPart id="mf-admin/customerGroupsDialog" load={load} props={props} loading={null} failed={layout.pageFailed} />
);
