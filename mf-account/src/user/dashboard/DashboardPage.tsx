import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useSession } from '@rangavalli/web-kit/session/session';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { EmailNotice } from '../email/EmailNotice.js';
import { Facts } from '../facts/Facts.js';
import { DeletionNotice } from '../privacy/DeletionNotice.js';
import css from './DashboardPage.module.css';
import { messages } from './messages.js';
import { RecentOrders } from './RecentOrders.js';

export function DashboardPage() {
  const stored = useSession()?.user?.name;
  const { data, error, reload } = useQuery('profile', (signal) => call('GET /users/profile', {}, { signal }));
  const user = data?.user;
  const name = (user?.name ?? stored)?.trim().split(/\s+/)[0];

  return (
    <Page title={name ? messages.greeting(name) : messages.dashboard}>
      {error && !user && <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />}
      {user && (
        <>
          <DeletionNotice user={user} onKept={reload} />
          <EmailNotice user={user} />
        </>
      )}
      {!(error && !user) && (
        <div className={css.columns}>
          <section aria-labelledby="last-orders" className={css.main}>
            <h2 id="last-orders" className={css.heading}>
              {messages.recentOrders}
            </h2>
            <RecentOrders orders={user?.orders} />
          </section>
          <Card className={css.card}>
            {user ? (
              <Facts
                facts={{
                  [messages.name]: user.name,
                  [messages.email]: user.email,
                  [messages.joined]: formatDay(user.createdAt),
                }}
              />
            ) : (
              <Skeleton height="10.5rem" />
            )}
            <div className={css.links}>
              <ButtonLink look="secondary" to="/user/orders">
                {messages.myOrders}
              </ButtonLink>
              <ButtonLink look="quiet" to="/user/address">
                {messages.myAddresses}
              </ButtonLink>
              <ButtonLink look="quiet" to="/user/profile">
                {messages.myProfile}
              </ButtonLink>
            </div>
          </Card>
        </div>
      )}
    </Page>
  );
}
