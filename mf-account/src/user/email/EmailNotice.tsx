import type { User } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { useAction } from '../use-action.js';
import css from './EmailNotice.module.css';
import { messages } from './messages.js';

/** Invites to confirm the address, or the new address, of an account. */
export function EmailNotice({ user }: { user: Pick<User, 'email' | 'emailVerified' | 'pendingEmail'> }) {
  const { busy, run } = useAction();
  if (user.emailVerified && !user.pendingEmail) return null;
  return (
    <div className={css.notice}>
      <Notice kind="warning">
        {user.pendingEmail ? (
          <p>{messages.pending(user.pendingEmail)}</p>
        ) : (
          <>
            <p>
              <strong>{messages.confirm}</strong>
            </p>
            <p>{messages.linkSent(user.email)}</p>
          </>
        )}
        <Button
          look="quiet"
          busy={busy !== undefined}
          onClick={() => void run('send', () => call('POST /users/email/verification'))}
        >
          {messages.sendAgain}
        </Button>
      </Notice>
    </div>
  );
}
