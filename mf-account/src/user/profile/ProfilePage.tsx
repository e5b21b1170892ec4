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
import { PasswordDialog } from './PasswordDialog.js';
import { ProfileDialog } from './ProfileDialog.js';
import css from './ProfilePage.module.css';
import { SessionsCard } from './SessionsCard.js';

/** What the shop knows about the customer, to be read and changed (specification §2 "User area"). */
export function ProfilePage() {
  const { data, error, reload } = useQuery('profile', (signal) => call('GET /users/profile', {}, { signal }));
  const [open, setOpen] = useState<'profile' | 'password'>();
  // A new password ends every other session: the list is read again.
  const [passwords, setPasswords] = useState(0);
  const user = data?.user;
  const close = () => setOpen(undefined);
  return (
    <Page title="Profile">
      {error && !user && <ErrorState title="Failed to load profile." error={error} onRetry={reload} />}
      {!error && !user && (
        <Card className={css.card}>
          <Skeleton height="15.5rem" />
        </Card>
      )}
      {user && (
        <Card className={css.card}>
          <Facts
            facts={{
              'Full name': user.name,
              Email: user.email,
              Phone: user.phone || 'Not added',
              Role: <span className={css.role}>{user.role}</span>,
              'Member since': formatDay(user.createdAt),
              ID: user._id,
            }}
          />
          <div className={css.actions}>
            <Button onClick={() => setOpen('profile')}>Edit Profile</Button>
            <Button look="secondary" onClick={() => setOpen('password')}>
              Change password
            </Button>
          </div>
          <ProfileDialog
            user={user}
            open={open === 'profile'}
            onClose={close}
            onSaved={() => {
              close();
              reload();
            }}
          />
          <PasswordDialog
            email={user.email}
            open={open === 'password'}
            onClose={close}
            onSaved={() => {
              close();
              setPasswords(passwords + 1);
            }}
          />
        </Card>
      )}
      {user && <SessionsCard key={passwords} className={css.more} />}
    </Page>
  );
}
