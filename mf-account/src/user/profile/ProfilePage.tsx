import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Facts } from '../facts/Facts.js';
import { messages } from './messages.js';
import { PasswordDialog } from './PasswordDialog.js';
import { ProfileDialog } from './ProfileDialog.js';
import css from './ProfilePage.module.css';
import { SessionsCard } from './SessionsCard.js';

export function ProfilePage() {
  const { data, error, reload } = useQuery('profile', (signal) => call('GET /users/profile', {}, { signal }));
  const [open, setOpen] = useState<'profile' | 'password'>();
  // A new password ends every other session: reloads the list.
  const [passwordChanges, setPasswordChanges] = useState(0);
  const user = data?.user;
  const close = () => setOpen(undefined);
  return (
    <Page title={messages.title}>
      {error && !user && <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />}
      {!error && !user && (
        <Card className={css.card}>
          <Skeleton height="15.5rem" />
        </Card>
      )}
      {user && (
        <Card className={css.card}>
          <Facts
            facts={{
              [messages.fullName]: user.name,
              [messages.email]: user.email,
              [messages.phone]: user.phone || messages.phoneMissing,
              [messages.role]: <span className={css.role}>{user.role}</span>,
              [messages.memberSince]: formatDay(user.createdAt),
              [messages.id]: user._id,
            }}
          />
          <div className={css.actions}>
            <Button onClick={() => setOpen('profile')}>{messages.edit}</Button>
            <Button look="secondary" onClick={() => setOpen('password')}>
              {messages.changePassword}
            </Button>
          </div>
          {open === 'profile' && (
            <ProfileDialog
              user={user}
              onClose={close}
              onSaved={() => {
                close();
                reload();
              }}
            />
          )}
          {open === 'password' && (
            <PasswordDialog
              email={user.email}
              onClose={close}
              onSaved={() => {
                close();
                setPasswordChanges(passwordChanges + 1);
              }}
            />
          )}
        </Card>
      )}
      {user && <SessionsCard key={passwordChanges} className={css.more} />}
    </Page>
  );
}
