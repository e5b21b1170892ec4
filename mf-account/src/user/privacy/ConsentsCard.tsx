import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/privacy-notice';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { Link } from '@rangavalli/web-kit/federation/router';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { SecurityCard } from '../security/SecurityCard.js';
import { useAction } from '../use-action.js';
import { messages } from './messages.js';
import css from './PrivacyPage.module.css';

/** Emails that need a consent, and all decisions with their time. */
export function ConsentsCard() {
  const { data, error, reload } = useQuery('consents', (signal) => call('GET /users/consents', {}, { signal }));
  const { busy, run } = useAction();
  // The newest decision of a purpose counts.
  const marketing = data?.consents.find(({ purpose }) => purpose === 'marketing_email');
  const decide = async (granted: boolean) => {
    const body = { purpose: 'marketing_email' as const, granted, noticeVersion: PRIVACY_NOTICE_VERSION };
    await run('marketing', () => call('PUT /users/consents', { body }));
    reload();
  };
  return (
    <SecurityCard title={messages.emails} lead={messages.emailsLead}>
      {error && !data && <ErrorState title={messages.consentsFailed} error={error} onRetry={reload} compact />}
      {!error && !data && <Skeleton height="6rem" />}
      {data && (
        <>
          <Switch
            label={messages.marketing}
            hint={messages.marketingHint}
            checked={marketing?.granted === true}
            disabled={busy !== undefined}
            onChange={({ target }) => void decide(target.checked)}
          />
          <details className={css.history}>
            <summary>{messages.history}</summary>
            {data.consents.length === 0 && <p className={css.note}>{messages.noDecisions}</p>}
            <ul>
              {data.consents.map(({ purpose, granted, at }) => (
                <li key={`${purpose} ${at}`}>
                  {messages.purposes[purpose]}: {granted ? messages.accepted : messages.withdrawn},{' '}
                  <time dateTime={at}>{formatDateTime(at)}</time>
                </li>
              ))}
            </ul>
          </details>
          <p className={css.note}>
            <Link to="/privacy">{messages.privacyPolicy}</Link>
          </p>
        </>
      )}
    </SecurityCard>
  );
}
