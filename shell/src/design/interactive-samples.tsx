import { useState, type ComponentProps, type ReactNode } from 'react';
import { ApiError } from '@rangavalli/web-kit/data/api-error';
import { useEmailCode } from '@rangavalli/web-kit/session/use-email-code';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { EmailCodeField } from '@rangavalli/web-kit/ui/EmailCodeField';
import { QuantityStepper } from '@rangavalli/web-kit/ui/QuantityStepper';
import { SizeOptions } from '@rangavalli/web-kit/ui/SizeOptions';
import { StepUpProvider } from '@rangavalli/web-kit/ui/StepUpProvider';

export function CountingButton({ look }: Pick<ComponentProps<typeof Button>, 'look'>) {
  const [clicks, setClicks] = useState(0);
  return (
    <Button look={look} onClick={() => setClicks(clicks + 1)}>
      Add to Cart{clicks > 0 && ` (${clicks})`}
    </Button>
  );
}

export function StepperSample() {
  const [quantity, setQuantity] = useState(2);
  return <QuantityStepper quantity={quantity} stock={4} label="this sample" onChange={setQuantity} />;
}

/** It takes the focus, so it waits for a click. */
export function EmailCodeSample() {
  const code = useEmailCode();
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? (
    <EmailCodeField email="asha@example.com" code={code} onComplete={() => setIsOpen(false)} />
  ) : (
    <Button look="secondary" onClick={() => setIsOpen(true)}>
      Enter a code
    </Button>
  );
}

function Opener({
  label = 'Open',
  dialog,
}: {
  label?: string;
  dialog: (open: boolean, close: () => void) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {dialog(isOpen, () => setIsOpen(false))}
    </>
  );
}

export const DialogSample = () => (
  <Opener
    dialog={(open, close) => (
      <Dialog title="Add New Address" open={open} onClose={close}>
        <p>Escape, the close button and a click outside close it.</p>
        <Button onClick={close}>Save Address</Button>
      </Dialog>
    )}
  />
);

export const ConfirmSample = ({ busy = false }) => (
  <Opener
    label={busy ? 'Open busy' : 'Open'}
    dialog={(open, close) => (
      <ConfirmDialog
        title="Delete this product?"
        open={open}
        confirmLabel={busy ? 'Deleting…' : 'Delete'}
        cancelLabel="Cancel"
        busy={busy}
        onConfirm={close}
        onClose={close}
      >
        It is removed from the shop at once. Existing orders are not affected.
      </ConfirmDialog>
    )}
  />
);

function StepUpButton() {
  const withStepUp = useStepUp();
  const refuse = () => Promise.reject(new ApiError('STEP_UP_REQUIRED', 'Confirm that it’s you.', 403));
  return (
    <Button look="secondary" onClick={() => void withStepUp(refuse).catch(() => undefined)}>
      Open
    </Button>
  );
}

export const StepUpSample = () => (
  <StepUpProvider>
    <StepUpButton />
  </StepUpProvider>
);

export function Broken(): ReactNode {
  throw new Error('this sample throws');
}

export function SizeOptionsSample() {
  const [selected, setSelected] = useState('M');
  const options = [
    { value: 'S', label: 'S', soldOut: true },
    { value: 'M', label: 'M', note: 'Only 2 left' },
    { value: 'L', label: 'L' },
  ];
  return <SizeOptions legend="Size" options={options} selected={selected} error={undefined} onSelect={setSelected} />;
}
