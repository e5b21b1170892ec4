import { useState } from 'react';
import type { CustomerGroup } from '@rangavalli/contracts/entities/customer-group';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { MAX_EMAILS, readEmails } from './read-emails.js';

interface MembersDialogProps {
  group: CustomerGroup;
  onClose: () => void;
  onSaved: () => void;
}

const errorOf = (emails: readonly string[]): string | undefined => {
  if (emails.length === 0) return messages.enterEmails;
  return emails.length > MAX_EMAILS ? messages.tooMany : undefined;
};

/** Adds customers to a group by their email addresses, entered or from a CSV file. */
export function MembersDialog({ group: { _id: id, name }, onClose, onSaved }: MembersDialogProps) {
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const { form, field, busy, failure } = useForm<'emails'>({
    fields: ['emails'],
    validate: () => ({ emails: errorOf(readEmails(text)) }),
    submit: async () => {
      const body = { emails: readEmails(text) };
      const { message, unknown: left } = await call('POST /users/admin/groups/{id}/customers', {
        params: { id },
        body,
      });
      toast.success(message);
      onSaved();
      if (left.length === 0) onClose();
      else setUnknown(left);
    },
  });
  const addFile = async (file: File | undefined) => {
    if (!file) return;
    const emails = readEmails(await file.text());
    setText((old) => [...readEmails(old), ...emails].join('\n'));
  };
  return (
    <Dialog title={messages.addCustomersOf(name)} onClose={onClose}>
      {unknown.length > 0 ? (
        <div className={shared.stack} role="status">
          <p>{messages.unknown(unknown.length)}</p>
          <Textarea label={messages.emails} value={unknown.join('\n')} readOnly rows={6} />
          <div className={shared.actions}>
            <Button onClick={onClose}>{messages.close}</Button>
          </div>
        </div>
      ) : (
        <form className={shared.stack} {...form}>
          {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
          <Textarea
            label={messages.emails}
            hint={messages.emailsHint}
            {...field('emails')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            rows={6}
            required
          />
          <Input
            label={messages.file}
            hint={messages.fileHint}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => void addFile(target.files?.[0])}
          />
          <FormActions submit={messages.addCustomers} busy={busy} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  );
}
