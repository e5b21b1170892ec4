import { useState } from 'react';
import { ApiError } from '@rangavalli/web-kit/api-error';
import { toast } from '@rangavalli/web-kit/toast';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Spinner } from '@rangavalli/web-kit/ui/Spinner';
import { Sample } from './Sample.js';
import css from './Design.module.css';

/** What stands there while, when and after something does not. */
export function States() {
  const [open, setOpen] = useState(false);
  const [retries, setRetries] = useState(0);
  return (
    <div className={css.samples}>
      <Sample name="Skeleton, a line">
        <div className={css.wide}>
          <Skeleton height="1.2rem" />
        </div>
      </Sample>
      <Sample name="Skeleton, a picture">
        <div className={css.wide}>
          <Skeleton ratio="4 / 3" />
        </div>
      </Sample>
      <Sample name="Spinner">
        <Spinner label="Uploading images..." />
      </Sample>
      <Sample name="Toasts">
        <div className={css.icons}>
          <Button look="quiet" onClick={() => toast.success('✅ Added to cart successfully!')}>
            Success
          </Button>
          <Button look="quiet" onClick={() => toast.error('Something went wrong.')}>
            Error
          </Button>
          <Button look="quiet" onClick={() => toast.info('The price has changed.')}>
            Info
          </Button>
        </div>
      </Sample>
      <Sample name="Dialog">
        <Button look="secondary" onClick={() => setOpen(true)}>
          Open
        </Button>
      </Sample>
      <Dialog title="Add New Address" open={open} onClose={() => setOpen(false)}>
        <p>Escape, the cross and a click outside close it.</p>
        <Button onClick={() => setOpen(false)}>Save Address</Button>
      </Dialog>
      <Sample name="EmptyState">
        <EmptyState title="Your cart is empty" text="Nothing is in it yet." heading="h2">
          <ButtonLink to="/">Browse Products</ButtonLink>
        </EmptyState>
      </Sample>
      <Sample name={`ErrorState with a retry${retries ? ` (${retries})` : ''}`}>
        <ErrorState title="Failed to load addresses." error={new ApiError('INTERNAL', 'Something went wrong.', 500, 'a1b2c3')} onRetry={() => setRetries(retries + 1)} />
      </Sample>
      <Sample name="ErrorState offline, compact">
        <ErrorState compact title="Failed to load addresses." error={new ApiError('NETWORK', 'Please check your connection and try again.')} />
      </Sample>
    </div>
  );
}
