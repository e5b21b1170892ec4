import type { ReactNode } from 'react';
import { Button } from './Button.js';
import css from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.js';

interface ConfirmDialogProps {
  /** The question. */
  title: string;
  open: boolean;
  /** What the button that does it says: a verb, not "OK". */
  action: string;
  /** What the button that leaves everything as it is says. */
  keep?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen, in a sentence. */
  children: ReactNode;
}

/** Asks before something that cannot be undone. The way back has the focus first. */
export function ConfirmDialog({
  title,
  open,
  action,
  keep = 'Go back',
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
          {keep}
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
