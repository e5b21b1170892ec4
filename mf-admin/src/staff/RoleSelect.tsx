import { useState } from 'react';
import { roles, staffRoles, type Role } from '@rangavalli/contracts/permissions';
import { roleNames } from '@rangavalli/web-kit/format/roles';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { messages } from './messages.js';

interface RoleSelectProps {
  label: string;
  name: string;
  error?: string | undefined;
  initial?: Role | undefined;
  /** Offers to remove the person from the staff. */
  withCustomer?: boolean;
}

/** Lists below what the chosen role may do. */
export function RoleSelect({ label, name, error, initial, withCustomer = false }: RoleSelectProps) {
  const [role, setRole] = useState<Role | ''>(initial ?? '');
  return (
    <Select
      label={label}
      name={name}
      error={error}
      hint={role ? messages.mayDo[role] : undefined}
      value={role}
      onChange={({ target }) => setRole(roles.find((one) => one === target.value) ?? '')}
      required
    >
      {!initial && <option value="">{messages.choose}</option>}
      {staffRoles.map((one) => (
        <option key={one} value={one}>
          {roleNames[one]}
        </option>
      ))}
      {withCustomer && <option value="user">{messages.leaves}</option>}
    </Select>
  );
}
