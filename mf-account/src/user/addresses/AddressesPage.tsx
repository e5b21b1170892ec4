import { lazy, Suspense, useEffect, useState } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from './AddressesPage.module.css';
import { messages } from './messages.js';

/** Most visits change no address. */
const AddressDialog = lazy(async () => ({ default: (await import('../later.js')).AddressDialog }));

export function AddressesPage() {
  const { data, error, reload } = useQuery('addresses', (signal) => call('GET /address', {}, { signal }));
  const [deleting, setDeleting] = useState<Address>();
  const [busy, setBusy] = useState(false);
  const [edited, setEdited] = useState<Address | 'new'>();

  useEffect(() => {
    if (error) toast.error(messages.loadFailed);
  }, [error]);

  const change = async (request: Promise<unknown>, success: string, failure: string) => {
    try {
      await request;
      toast.success(success);
      reload();
    } catch {
      toast.error(failure);
    }
  };
  const remove = async ({ _id: id }: Address) => {
    setBusy(true);
    await change(call('DELETE /address/{id}', { params: { id } }), messages.deleted, messages.deleteFailed);
    setBusy(false);
    setDeleting(undefined);
  };
  const setDefault = ({ _id: id }: Address) =>
    change(call('PATCH /address/default/{id}', { params: { id } }), messages.defaultUpdated, messages.setDefaultFailed);

  return (
    <Page title={messages.title}>
      <p className={css.bar}>
        <Button onClick={() => setEdited('new')}>{messages.add}</Button>
      </p>
      {error && !data && <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />}
      {!error && !data && (
        <div className={css.grid}>
          <Skeleton height="14.5rem" />
          <Skeleton height="14.5rem" />
        </div>
      )}
      {data?.addresses.length === 0 && <EmptyState title={messages.empty} text={messages.emptyText} />}
      <div className={css.grid}>
        {data?.addresses.map((address) => (
          <Card key={address._id} accent={address.isDefault} className={css.card}>
            <p className={css.name} id={`address-${address._id}`}>
              {address.fullName} {address.isDefault && <Badge tone="green">{messages.default}</Badge>}
            </p>
            <p className={css.text}>
              {address.addressLine}
              <br />
              {address.city}, {address.state} {address.pincode}
              <br />
              {address.country}
              <br />
              {address.phone}
            </p>
            <div className={css.actions}>
              <Button look="quiet" aria-describedby={`address-${address._id}`} onClick={() => setEdited(address)}>
                {messages.edit}
              </Button>
              <Button look="quiet" aria-describedby={`address-${address._id}`} onClick={() => setDeleting(address)}>
                {messages.remove}
              </Button>
              {!address.isDefault && (
                <Button
                  look="quiet"
                  aria-describedby={`address-${address._id}`}
                  onClick={() => void setDefault(address)}
                >
                  {messages.setDefault}
                </Button>
              )}
            </div>
          </Card>
        ))}
      </div>
      <ConfirmDialog
        title={messages.deleteTitle}
        open={deleting !== undefined}
        confirmLabel={messages.deleteAddress}
        busy={busy}
        onConfirm={() => deleting && void remove(deleting)}
        onClose={() => setDeleting(undefined)}
      >
        {deleting && (
          <p>
            {deleting.fullName}, {deleting.addressLine}, {deleting.city} {deleting.pincode}
            {deleting.isDefault && messages.deletesDefault}.
          </p>
        )}
      </ConfirmDialog>
      {edited && (
        <Suspense>
          <AddressDialog
            saved={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onSaved={() => {
              setEdited(undefined);
              reload();
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
