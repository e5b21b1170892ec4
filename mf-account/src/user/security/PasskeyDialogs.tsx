import type { Passkey } from '@rangavalli/contracts/entities/second-factor';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { createPasskey } from '@rangavalli/web-kit/session/passkeys';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import css from '../../form/form.module.css';
import { messages } from './messages.js';

interface NameDialogProps {
  title: string;
  name?: string;
  submitLabel: string;
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}

function NameDialog({ title, name: initial = '', submitLabel, onSubmit, onClose }: NameDialogProps) {
  const { form, field, busy, failure } = useForm({
    fields: ['name'],
    validate: ({ name }) => ({ name: name.trim() ? undefined : messages.passkeyNameMissing }),
    submit: ({ name }) => onSubmit(name.trim()),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={css.form} {...form}>
        {failure && <FailureNotice failure={failure} fallback={messages.somethingWrong} />}
        <Input
          label={messages.passkeyName}
          {...field('name')}
          defaultValue={initial}
          hint={messages.passkeyNameHint}
          maxLength={60}
          autoComplete="off"
          required
        />
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
      </form>
    </Dialog>
  );
}

interface AddPasskeyDialogProps {
  onClose: () => void;
  /** `recoveryCodes` with the first second factor of the account. */
  onAdded: (recoveryCodes?: readonly string[]) => void;
}

export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const withStepUp = useStepUp();
  const add = async (name: string) => {
    const { options } = await withStepUp(() => call('POST /users/passkeys/options'));
    const passkey = await createPasskey(options);
    const { message, recoveryCodes } = await withStepUp(() =>
      call('POST /users/passkeys', { body: { name, passkey } }),
    );
    toast.success(message);
    onAdded(recoveryCodes);
  };
  return <NameDialog title={messages.addPasskey} submitLabel={messages.continue} onSubmit={add} onClose={onClose} />;
}

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: () => void;
}

export function RenamePasskeyDialog({ passkey: { id, name: current }, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const rename = async (name: string) => {
    toast.success((await call('PATCH /users/passkeys/{id}', { params: { id }, body: { name } })).message);
    onRenamed();
  };
  return (
    <NameDialog
      title={messages.renameTitle}
      name={current}
      submitLabel={messages.save}
      onSubmit={rename}
      onClose={onClose}
    />
  );
}
