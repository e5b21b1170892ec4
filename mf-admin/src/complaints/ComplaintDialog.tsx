import { useRef, useState } from 'react';
import type { ComplaintEntry } from '@rangavalli/contracts/entities/complaint';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import css from './Complaints.module.css';
import { messages } from './messages.js';

interface ComplaintDialogProps {
  complaint: ComplaintEntry;
  onClose: () => void;
  onReplied: () => void;
  /** When there is a new message. */
  onOutdated: () => void;
}

/** What was written so far, and the reply of staff. */
export function ComplaintDialog({ complaint, onClose, onReplied, onOutdated }: ComplaintDialogProps) {
  const mayReply = usePermissions()('customers.write');
  const requestId = useRef(crypto.randomUUID());
  const [resolve, setResolve] = useState(false);
  const [written, setWritten] = useState(complaint.messages);
  const { number } = complaint;
  const { form, field, busy, failure } = useForm({
    fields: ['text'],
    validate: ({ text }) => ({ text: text.trim() ? undefined : messages.enterReply }),
    submit: async ({ text }) => {
      const body = { requestId: requestId.current, text, resolve, seen: written.length };
      toast.success((await call('POST /complaints/{number}/reply', { params: { number }, body })).message);
      onReplied();
    },
    onRejected: (error) => {
      if (error?.code !== 'COMPLAINT_CHANGED') return;
      setWritten((error.details?.['messages'] as typeof written | undefined) ?? written);
      onOutdated();
    },
  });
  return (
    <Dialog title={`${number}: ${complaint.subject}`} onClose={onClose}>
      <div className={shared.stack}>
        <p>{[complaint.name, complaint.email, complaint.phone, complaint.orderNumber].filter(Boolean).join(' · ')}</p>
        {written.map(({ at, from, text }) => (
          <section key={`${at} ${from}`}>
            <strong>
              {messages.from[from]} · {formatDay(at)}
            </strong>
            <p className={css.text}>{text}</p>
          </section>
        ))}
        {mayReply && (
          <form className={shared.stack} {...form}>
            {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
            <Textarea label={messages.reply} {...field('text')} hint={messages.replyHint} maxLength={4_000} required />
            <Checkbox
              label={messages.resolve}
              checked={resolve}
              onChange={({ target }) => setResolve(target.checked)}
            />
            <Button type="submit" busy={busy}>
              {messages.send}
            </Button>
          </form>
        )}
      </div>
    </Dialog>
  );
}
