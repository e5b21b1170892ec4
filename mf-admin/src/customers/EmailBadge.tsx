import type { User } from '@rangavalli/contracts/entities/user';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { messages } from './messages.js';

export const EmailBadge = ({ customer: { emailVerified } }: { customer: Pick<User, 'emailVerified'> }) =>
  emailVerified ? (
    <Badge tone="green">{messages.confirmed}</Badge>
  ) : (
    <Badge tone="yellow">{messages.notConfirmed}</Badge>
  );
