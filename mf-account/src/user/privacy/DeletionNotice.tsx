import type { User } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { useAction } from '../use-action.js';
import css from '../email/EmailNotice.module.css';
import { messages } from './messages.js';

interface DeletionNoticeProps {
  user: Pick<User, 'deletesAt'>;
  onKept: () => void;
}

/** Shows when the account will be deleted, and offers to keep it. */
export function DeletionNotice({ user: { deletesAt }, onKept }: DeletionNoticeProps) {
  const { busy, run } = useAction();
  if (!deletesAt) return null;
  const keep = async () => {
    if (await run('keep', () => call('DELETE /users/account/deletion'))) onKept();
  };
  return (
    <div className={css.notice}>
      <Notice kind="warning">
        <p>
          <strong>{messages.deletesOn(formatDay(deletesAt))}</strong>
        </p>
        <p>{messages.deletesOnText}</p>
        <Button look="quiet" busy={busy !== undefined} onClick={() => void keep()}>
          {messages.keepAccount}
        </Button>
      </Notice>
    </div>
  );
}
