import { call } from '@rangavalli/web-kit/data/api';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';

interface SecondFactorDialogProps {
  person: { id: string; name: string };
  onClose: () => void;
  onChanged: () => void;
}

/** Removes the second factor of a person who can no longer use it; the server requires a step-up. */
export function SecondFactorDialog({ person: { id, name }, onClose, onChanged }: SecondFactorDialogProps) {
  const { busy, run } = useAction(onChanged);
  const remove = async () => {
    await run('remove', () => call('DELETE /users/admin/{id}/second-factor', { params: { id } }));
    onClose();
  };
  return (
    <ConfirmDialog
      title={messages.removeFactorTitle(name)}
      open
      confirmLabel={messages.remove}
      busy={busy !== undefined}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {messages.removeFactorText}
    </ConfirmDialog>
  );
}
