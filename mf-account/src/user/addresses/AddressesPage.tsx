import { useEffect, useState } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import { call } from '@rangavalli/web-kit/api';
import { useQuery } from '@rangavalli/web-kit/query';
import { toast } from '@rangavalli/web-kit/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { AddressDialog } from './AddressDialog.js';
import css from './AddressesPage.module.css';

/** My Addresses: cards with Edit, Delete and Set Default, and a form in a window (specification §2, §4, §8). */
export function AddressesPage() {
  const { data, error, reload } = useQuery('addresses', (signal) => call('GET /address', {}, { signal }));
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
  const remove = ({ _id: id }: Address) => change(call('DELETE /address/{id}', { params: { id } }), 'Address deleted', 'Failed to delete address.');
  const setDefault = ({ _id: id }: Address) => change(call('PATCH /address/default/{id}', { params: { id } }), 'Default address updated', 'Failed to set default address.');

  return (
    <Page title="My Addresses">
      <p><Button onClick={() => setEdited('new')}>Add New Address</Button></p>
      {error && !data && <ErrorState title="Failed to load addresses." error={error} onRetry={reload} />}
      {!error && !data && <Skeleton height="12rem" />}
      {data?.addresses.length === 0 && <EmptyState title="No addresses found." />}
      <div className={css.grid}>
        {data?.addresses.map((address) => (
          <Card key={address._id} accent={address.isDefault}>
            <p className={css.name}>{address.fullName} {address.isDefault && <Badge tone="green">Default</Badge>}</p>
            <p className={css.text}>
              {address.addressLine}<br />
              {address.city}, {address.state} {address.pincode}<br />
              {address.country}<br />
              {address.phone}
            </p>
            <div className={css.actions}>
              <Button look="quiet" onClick={() => setEdited(address)}>Edit</Button>
              <Button look="quiet" onClick={() => void remove(address)}>Delete</Button>
              {!address.isDefault && <Button look="quiet" onClick={() => void setDefault(address)}>Set Default</Button>}
            </div>
          </Card>
        ))}
      </div>
      <AddressDialog address={edited} onClose={() => setEdited(undefined)} onSaved={() => { setEdited(undefined); reload(); }} />
    </Page>
  );
}
