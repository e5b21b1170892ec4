import { Button } from '@rangavalli/web-kit/ui/Button';
import shared from './shared.module.css';

interface OwnerActionsProps {
  mayChange: boolean;
  submit: string;
  busy: boolean;
  /** Instead of the button, for those who may only read. */
  note: string;
}

/** The last row of a form of settings. */
export const OwnerActions = ({ mayChange, submit, busy, note }: OwnerActionsProps) =>
  mayChange ? (
    <div className={shared.actions}>
      <Button type="submit" busy={busy}>
        {submit}
      </Button>
    </div>
  ) : (
    <p className={shared.empty}>{note}</p>
  );
