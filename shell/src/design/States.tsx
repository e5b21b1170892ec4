import { useState } from 'react';
import { ApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Spinner } from '@rangavalli/web-kit/ui/Spinner';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { Sample } from './Sample.js';
import css from './Design.module.css';

export function States() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'busy'>();
  const close = () => setOpen(undefined);
  const [retries, setRetries] = useState(0);
  return (
    <div className={css.samples}>
      <Sample name="Skeleton line">
        <div className={css.wide}>
          <Skeleton height="1.2rem" />
        </div>
      </Sample>
      <Sample name="Skeleton picture">
        <div className={css.wide}>
          <Skeleton ratio="4 / 3" />
        </div>
      </Sample>
      <Sample name="Spinner">
        <Spinner label="Uploading images..." />
      </Sample>
      <Sample name="VisuallyHidden after visible text">
        <p>
          12<VisuallyHidden> products</VisuallyHidden>
        </p>
      </Sample>
      <Sample name="ToastHost: success, error, info">
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
        <Button look="secondary" onClick={() => setOpen('dialog')}>
          Open
        </Button>
      </Sample>
      <Dialog title="Add New Address" open={open === 'dialog'} onClose={close}>
        <p>Escape, the close button and a click outside close it.</p>
        <Button onClick={close}>Save Address</Button>
      </Dialog>
      <Sample name="ConfirmDialog">
        <Button look="secondary" onClick={() => setOpen('confirm')}>
          Open
        </Button>
      </Sample>
      <Sample name="ConfirmDialog busy">
        <Button look="secondary" onClick={() => setOpen('busy')}>
          Open busy
        </Button>
      </Sample>
      <ConfirmDialog
        title="Delete this product?"
        open={open === 'confirm' || open === 'busy'}
        confirmLabel={open === 'busy' ? 'Deleting…' : 'Delete'}
        cancelLabel="Cancel"
        busy={open === 'busy'}
        onConfirm={close}
        onClose={close}
      >
        It is removed from the shop at once. Existing orders are not affected.
      </ConfirmDialog>
      <Sample name="EmptyState">
        <EmptyState title="Your cart is empty" text="Add a product to get started." heading="h2">
          <ButtonLink to="/">Browse Products</ButtonLink>
        </EmptyState>
      </Sample>
      <Sample name={`ErrorState with a retry${retries ? ` (${retries})` : ''}`}>
        <ErrorState
          title="Failed to load addresses."
          error={new ApiError('INTERNAL', 'Something went wrong.', 500, 'a1b2c3')}
          onRetry={() => setRetries(retries + 1)}
        />
      </Sample>
      <Sample name="ErrorState offline, compact">
        <ErrorState
          compact
          title="Failed to load addresses."
          error={new ApiError('NETWORK', 'Please check your connection and try again.')}
        />
      </Sample>
      <Sample name="ErrorState with a text, without a retry">
        <ErrorState compact title="This product could not be found" text="It may no longer be available." />
      </Sample>
      <Sample name="EmptyState without an action">
        <EmptyState title="No orders found." />
      </Sample>
    </div>
  );
}
