import type { ReactNode } from 'react';
import { Button } from './Button.js';
import css from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.js';

interface ConfirmDialogProps {
  title: string;
  open: boolean;
  /** A verb, not "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The focus starts on the cancel button. */
export function ConfirmDialog({
  title,
  open,
  confirmLabel,
  cancelLabel = 'Cancel',
  busy = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <div className={css.text}>{children}</div>
      <div className={css.actions}>
        <Button look="secondary" data-autofocus onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
