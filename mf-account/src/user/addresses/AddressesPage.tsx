import { useEffect, useState } from 'react';
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
import { AddressDialog } from './AddressDialog.js';
import css from './AddressesPage.module.css';

/** My Addresses: cards with Edit, Delete and Set Default, and a form in a window (specification §2, §4, §8). */
export function AddressesPage() {
  const { data, error, reload } = useQuery('addresses', (signal) => call('GET /address', {}, { signal }));
  const [doomed, setDoomed] = useState<Address>();
  const [removing, setRemoving] = useState(false);
  const [edited, setEdited] = useState<Address | 'new'>();

  useEffect(() => {
    if (error) toast.error('Failed to load addresses.');
  }, [error]);

  const change = async (work: Promise<unknown>, good: string, bad: string) => {
    try {
      await work;
      toast.success(good);
      reload();
    } catch {
      toast.error(bad);
    }
  };
  const remove = async ({ _id: id }: Address) => {
    setRemoving(true);
    await change(call('DELETE /address/{id}', { params: { id } }), 'Address deleted', 'Failed to delete address.');
    setRemoving(false);
    setDoomed(undefined);
  };
  const setDefault = ({ _id: id }: Address) =>
    change(
      call('PATCH /address/default/{id}', { params: { id } }),
      'Default address updated',
      'Failed to set default address.',
    );

  return (
    <Page title="My Addresses">
      <p className={css.bar}>
        <Button onClick={() => setEdited('new')}>Add New Address</Button>
      </p>
      {error && !data && <ErrorState title="Failed to load addresses." error={error} onRetry={reload} />}
      {!error && !data && (
        <div className={css.grid}>
          <Skeleton height="14.5rem" />
          <Skeleton height="14.5rem" />
        </div>
      )}
      {data?.addresses.length === 0 && (
        <EmptyState title="No addresses found." text="Keep one here, and checkout is filled in for you." />
      )}
      <div className={css.grid}>
        {data?.addresses.map((address) => (
          <Card key={address._id} accent={address.isDefault} className={css.card}>
            <p className={css.name} id={`address-${address._id}`}>
              {address.fullName} {address.isDefault && <Badge tone="green">Default</Badge>}
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
                Edit
              </Button>
              <Button look="quiet" aria-describedby={`address-${address._id}`} onClick={() => setDoomed(address)}>
                Delete
              </Button>
              {!address.isDefault && (
                <Button
                  look="quiet"
                  aria-describedby={`address-${address._id}`}
                  onClick={() => void setDefault(address)}
                >
                  Set Default
                </Button>
              )}
            </div>
          </Card>
        ))}
      </div>
      <ConfirmDialog
        title="Delete this address?"
        open={doomed !== undefined}
        confirmLabel="Delete address"
        busy={removing}
        onConfirm={() => doomed && void remove(doomed)}
        onClose={() => setDoomed(undefined)}
      >
        {doomed && (
          <p>
            {doomed.fullName}, {doomed.addressLine}, {doomed.city} {doomed.pincode}
            {doomed.isDefault && '. It is your default address; another one takes its place'}.
          </p>
        )}
      </ConfirmDialog>
      <AddressDialog
        address={edited}
        onClose={() => setEdited(undefined)}
        onSaved={() => {
          setEdited(undefined);
          reload();
        }}
      />
    </Page>
  );
}
