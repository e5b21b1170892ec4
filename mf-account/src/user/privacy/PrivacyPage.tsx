import { useState } from 'react';
import { call, callForFile } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { datedName, saveFile } from '@rangavalli/web-kit/dom/save-file';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { SecurityCard } from '../security/SecurityCard.js';
import page from '../security/SecurityPage.module.css';
import { useAction } from '../use-action.js';
import { ConsentsCard } from './ConsentsCard.js';
import { DeletionNotice } from './DeletionNotice.js';
import { messages } from './messages.js';
import css from './PrivacyPage.module.css';

/** A customer's rights under the DPDP Act: consent, a copy of the data, deletion. */
export function PrivacyPage() {
  const { data, error, reload } = useQuery('profile', (signal) => call('GET /users/profile', {}, { signal }));
  const user = data?.user;
  return (
    <Page title={messages.title}>
      <div className={page.cards}>
        <p className={page.back}>
          <Link to="/user/profile">{messages.backToProfile}</Link>
        </p>
        {user && <DeletionNotice user={user} onKept={reload} />}
        <ConsentsCard />
        <ExportCard />
        <SecurityCard title={messages.deletion} lead={messages.deletionLead}>
          {error && !user && <ErrorState title={error.message} onRetry={reload} compact />}
          {!error && !user && <Skeleton height="2.75rem" />}
          {user && !user.deletesAt && <DeleteAccount onRequested={reload} />}
          {user?.deletesAt && <p className={css.note}>{messages.deletesOnText}</p>}
        </SecurityCard>
      </div>
    </Page>
  );
}

function ExportCard() {
  const { busy, run } = useAction();
  const savePdf = () =>
    run('pdf', async () => {
      saveFile(datedName('my-data', 'pdf'), await callForFile('GET /users/account/export/pdf'));
      return { message: messages.saved };
    });
  const saveJson = () =>
    run('json', async () => {
      const { export: content } = await call('GET /users/account/export');
      const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
      saveFile(datedName('my-data', 'json'), file);
      return { message: messages.saved };
    });
  return (
    <SecurityCard title={messages.copy} lead={messages.copyLead}>
      <div className={css.actions}>
        <Button look="secondary" busy={busy === 'pdf'} disabled={busy !== undefined} onClick={() => void savePdf()}>
          {messages.downloadPdf}
        </Button>
        <Button look="quiet" busy={busy === 'json'} disabled={busy !== undefined} onClick={() => void saveJson()}>
          {messages.downloadJson}
        </Button>
      </div>
    </SecurityCard>
  );
}

function DeleteAccount({ onRequested }: { onRequested: () => void }) {
  const { busy, run } = useAction();
  const [isConfirming, setIsConfirming] = useState(false);
  const request = async () => {
    const requested = await run('delete', () => call('POST /users/account/deletion'));
    setIsConfirming(false);
    if (requested) onRequested();
  };
  return (
    <>
      <Button look="danger" onClick={() => setIsConfirming(true)}>
        {messages.requestDeletion}
      </Button>
      <ConfirmDialog
        title={messages.deletionTitle}
        open={isConfirming}
        confirmLabel={messages.requestDeletion}
        cancelLabel={messages.keepAccount}
        busy={busy !== undefined}
        onConfirm={() => void request()}
        onClose={() => setIsConfirming(false)}
      >
        {messages.deletionText}
      </ConfirmDialog>
    </>
  );
}
