import { call } from '@rangavalli/web-kit/api';
import { formatDay } from '@rangavalli/web-kit/dates';
import { useQuery } from '@rangavalli/web-kit/query';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Facts } from '../facts/Facts.js';

/** What the shop knows about the customer (specification §2 "User area"). */
export function ProfilePage() {
  const { data, error, reload } = useQuery('profile', (signal) => call('GET /users/profile', {}, { signal }));
  const user = data?.user;
  return (
    <Page title="Profile">
      {error && !user && <ErrorState title="Failed to load profile." error={error} onRetry={reload} />}
      {!error && !user && <Skeleton height="18rem" />}
      {user && (
        <Card>
          <Facts
            facts={{
              'Full name': user.name,
              Email: user.email,
              Phone: user.phone || 'Not added',
              Role: user.role,
              'Member since': formatDay(user.createdAt),
              ID: user._id,
            }}
          />
        </Card>
      )}
    </Page>
  );
}
