import { useState } from 'react';
import { type QuestionEntry, questionState } from '@rangavalli/contracts/entities/question';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import { Page } from '../layout/Page.js';
import shared from '../layout/shared.module.css';
import { StateList } from '../listing/StateList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';

const tones = { waiting: 'yellow', published: 'green', hidden: 'gray' } as const;

/** Questions of customers, to publish with a reply or to hide. */
export function QuestionsPage() {
  const params = useListParams();
  const state = questionState.options.find((one) => one === params.get('state'));
  const list = useList(`questions ${state ?? ''}`, params, (cursor, signal) =>
    call('GET /questions/admin', { query: { state, cursor } }, { signal }),
  );
  const [open, setOpen] = useState<QuestionEntry>();
  return (
    <Page title={messages.title} note={messages.note}>
      <StateList
        params={params}
        list={list}
        rowsOf={({ questions }) => questions}
        keyOf={({ id }) => id}
        messages={messages}
        columns={[
          { label: messages.date, kind: 'short', cell: ({ at }) => formatDay(at) },
          { label: messages.product, cell: ({ productName }) => productName },
          { label: messages.author, cell: ({ author }) => author },
          { label: messages.text, kind: 'wide', cell: ({ text }) => text },
          { label: messages.reply, kind: 'wide', cell: ({ reply }) => reply?.text },
          {
            label: messages.state,
            cell: (one) => <Badge tone={tones[one.state]}>{messages.states[one.state]}</Badge>,
          },
          {
            label: messages.action,
            cell: (one) => (
              <Button
                look="quiet"
                aria-label={messages.openOf(one.author, one.productName)}
                onClick={() => setOpen(one)}
              >
                {messages.open}
              </Button>
            ),
          },
        ]}
      />
      {open && (
        <ReplyDialog
          question={open}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            setOpen(undefined);
            list.reload();
          }}
        />
      )}
    </Page>
  );
}

interface ReplyDialogProps {
  question: QuestionEntry;
  onClose: () => void;
  onSaved: () => void;
}

function ReplyDialog({ question: { id, productName, author, text, reply }, onClose, onSaved }: ReplyDialogProps) {
  const [hiding, setHiding] = useState(false);
  const params = { id };
  const { form, field, busy, failure } = useForm({
    fields: ['reply'],
    validate: (values) => ({ reply: values.reply.trim() ? undefined : messages.enterReply }),
    submit: async (values) => {
      const body = { state: 'published' as const, reply: values.reply.trim() };
      toast.success((await call('POST /questions/{id}/moderation', { params, body })).message);
      onSaved();
    },
  });
  const hide = async () => {
    setHiding(true);
    try {
      toast.success((await call('POST /questions/{id}/moderation', { params, body: { state: 'hidden' } })).message);
      onSaved();
    } catch (thrown) {
      toast.error(asApiError(thrown).message);
      setHiding(false);
    }
  };
  return (
    <Dialog title={messages.dialog(productName)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <p>
          <strong>{messages.facts(author)}</strong>
        </p>
        <p>{text}</p>
        <Textarea
          label={messages.replyField}
          {...field('reply')}
          hint={messages.replyHint}
          defaultValue={reply?.text ?? ''}
          maxLength={1_000}
          required
        />
        <Button type="submit" busy={busy}>
          {messages.publish}
        </Button>
        <Button look="secondary" busy={hiding} onClick={() => void hide()}>
          {messages.hide}
        </Button>
      </form>
    </Dialog>
  );
}
