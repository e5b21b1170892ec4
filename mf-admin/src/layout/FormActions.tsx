import type { ComponentProps } from 'react';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { messages } from './messages.js';
import shared from './shared.module.css';

interface FormActionsProps {
  submit: string;
  look?: ComponentProps<typeof Button>['look'];
  busy: boolean;
  onCancel: () => void;
}

/** The last row of a form in a dialog. */
export const FormActions = ({ submit, look, busy, onCancel }: FormActionsProps) => (
  <div className={shared.actions}>
    <Button look="secondary" onClick={onCancel} disabled={busy}>
      {messages.cancel}
    </Button>
    <Button look={look} type="submit" busy={busy}>
      {submit}
    </Button>
  </div>
);
