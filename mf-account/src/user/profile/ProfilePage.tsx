import { useState } from 'react';
import type { User } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { roleNames } from '@rangavalli/web-kit/format/roles';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { EmailDialog } from '../email/EmailDialog.js';
import { EmailNotice } from '../email/EmailNotice.js';
import { messages as emailMessages } from '../email/messages.js';
import { Facts } from '../facts/Facts.js';
import { DeletionNotice } from '../privacy/DeletionNotice.js';
import { messages } from './messages.js';
import { ProfileDialog } from './ProfileDialog.js';
import css from './ProfilePage.module.css';

export function ProfilePage() {
  const { data, error, reload } = useQuery('profile', (signal) => call('GET /users/profile', {}, { signal }));
  const user = data?.user;
  return (
    <Page title={messages.title}>
      {error && !user && <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />}
      {!error && !user && (
        <Card className={css.card}>
          <Skeleton height="15.5rem" />
        </Card>
      )}
      {user && (
        <>
          <DeletionNotice user={user} onKept={reload} />
          <EmailNotice user={user} />
          <ProfileCard user={user} onSaved={reload} />
          <div className={css.more}>
            {messages.more.map(({ to, title, text }) => (
              <Card key={to}>
                <h2 className={css.heading}>{title}</h2>
                <p className={css.text}>{text}</p>
                <ButtonLink look="secondary" to={to}>
                  {messages.open(title)}
                </ButtonLink>
              </Card>
            ))}
          </div>
        </>
      )}
    </Page>
  );
}

function ProfileCard({ user, onSaved }: { user: User; onSaved: () => void }) {
  const [open, setOpen] = useState<'profile' | 'email'>();
  const close = () => setOpen(undefined);
  const closeSaved = () => {
    close();
    onSaved();
  };
  return (
    <Card className={css.card}>
      <Facts
        facts={{
          [messages.fullName]: user.name,
          [messages.email]: (
            <>
              {user.email}{' '}
              {user.emailVerified ? (
                <Badge tone="green">{messages.confirmed}</Badge>
              ) : (
                <Badge tone="yellow">{messages.notConfirmed}</Badge>
              )}
            </>
          ),
          [messages.phone]: user.phone || messages.phoneMissing,
          [messages.role]: roleNames[user.staffRole ?? 'user'],
          [messages.memberSince]: formatDay(user.createdAt),
          [messages.id]: user._id,
        }}
      />
      <div className={css.actions}>
        <Button onClick={() => setOpen('profile')}>{messages.edit}</Button>
        <Button look="secondary" onClick={() => setOpen('email')}>
          {emailMessages.changeEmail}
        </Button>
      </div>
      {open === 'profile' && <ProfileDialog user={user} onClose={close} onSaved={closeSaved} />}
      {open === 'email' && <EmailDialog email={user.email} onClose={close} onSaved={closeSaved} />}
    </Card>
  );
}
