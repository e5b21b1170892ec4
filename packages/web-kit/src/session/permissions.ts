import { createContext, useContext } from 'react';
import { hasPermission, type Permission, type Role } from '@rangavalli/contracts/permissions';
import { useSession, type SessionUser } from './session.js';

/** A stored record without a staff role has no rights: the server decides in any case. */
export const roleOf = (user: Pick<SessionUser, 'staffRole'> | undefined): Role => user?.staffRole ?? 'user';

/** The role of an area whose pages stay open when the session ends. */
export const RoleContext = createContext<Role | undefined>(undefined);

/** `const may = usePermissions(); may('orders.write')` */
export function usePermissions(): (permission: Permission) => boolean {
  const own = roleOf(useSession()?.user);
  const role = useContext(RoleContext) ?? own;
  return (permission) => hasPermission(role, permission);
}
