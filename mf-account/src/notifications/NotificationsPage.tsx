import { useState } from 'react';
import type { CallInput } from '@rangavalli/contracts/calls';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import page from '../user/security/SecurityPage.module.css';
import { useAction } from '../user/use-action.js';
import { GroupsCard } from './GroupsCard.js';
import { messages } from './messages.js';
import { PhoneCard } from './PhoneCard.js';
import { PushCard } from './PushCard.js';
import { QuietHoursCard } from './QuietHoursCard.js';
import { WhatsAppCard } from './WhatsAppCard.js';

export type PreferenceChange = CallInput<'PUT /notifications/preferences'>['body'];

/** What the customer is notified about, by which channels and when. */
export function NotificationsPage() {
  const { data, error, reload } = useQuery('notification-preferences', (signal) =>
    call('GET /notifications/preferences', {}, { signal }),
  );
  const [changed, setChanged] = useState<typeof data>();
  const { busy, run } = useAction();
  const preferences = (changed ?? data)?.preferences;
  const save = async (body: PreferenceChange) => {
    const response = await run('save', () => call('PUT /notifications/preferences', { body }));
    if (response) setChanged(response);
  };
  const refresh = () => {
    setChanged(undefined);
    reload();
  };
  const own = { isBusy: busy !== undefined, onChange: (change: PreferenceChange) => void save(change) };
  return (
    <Page title={messages.title}>
      <div className={page.cards}>
        <p className={page.back}>
          <Link to="/user/profile">{messages.backToProfile}</Link>
        </p>
        {error && !preferences && <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />}
        {!error && !preferences && (
          <div role="status" aria-label={messages.loading}>
            <Skeleton height="30rem" />
          </div>
        )}
        {preferences && (
          <>
            <GroupsCard preferences={preferences} {...own} />
            <PhoneCard phone={preferences.phone} onVerified={refresh} />
            <WhatsAppCard preferences={preferences} {...own} />
            <PushCard subscriptions={preferences.pushSubscriptions} onChanged={refresh} />
            <QuietHoursCard quietHours={preferences.quietHours} {...own} />
          </>
        )}
      </div>
    </Page>
  );
}
