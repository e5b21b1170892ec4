import { hasPermission, type Permission, type Role } from '@rangavalli/contracts/permissions';
import { useSession, type SessionUser } from './session.js';

/** A stored record without a staff role has no rights: the server decides in any case. */
export const roleOf = (user: Pick<SessionUser, 'staffRole'> | undefined): Role => user?.staffRole ?? 'user';

/** `const may = usePermissions(); may('orders.write')` */
export function usePermissions(): (permission: Permission) => boolean {
  const role = roleOf(useSession()?.user);
  return (permission) => hasPermission(role, permission);
}
