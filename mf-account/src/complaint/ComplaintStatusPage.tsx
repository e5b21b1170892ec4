import { useRef, useState } from 'react';
import type { Complaint } from '@rangavalli/contracts/entities/complaint';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { useParams, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Textarea } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import formCss from '../form/form.module.css';
import css from './Complaint.module.css';
import { messages } from './messages.js';

const tones = { waiting: 'yellow', replied: 'blue', resolved: 'green' } as const;

/** /complaint/:number: what the customer and the shop have written, for everybody who has the emailed link. */
export function ComplaintStatusPage() {
  const { number = '' } = useParams();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  usePageHead({ title: messages.statusTitle(number) });
  const query = useQuery(token ? `complaint ${number} ${token}` : undefined, (signal) =>
    call('GET /complaints/{number}', { params: { number }, query: { token } }, { signal }),
  );
  const [changed, setChanged] = useState<Complaint>();
  const complaint = changed ?? query.data?.complaint;
  return (
    <Page title={messages.statusTitle(number)} width="narrow">
      {!token && <p>{messages.noToken}</p>}
      {query.error && <ErrorState title={messages.loadFailed} error={query.error} onRetry={query.reload} />}
      {token && !complaint && !query.error && <Skeleton height="16rem" />}
      {complaint && (
        <>
          <div className={css.head}>
            <h2>{complaint.subject}</h2>
            <Badge tone={tones[complaint.state]}>{messages.states[complaint.state]}</Badge>
          </div>
          <Facts complaint={complaint} />
          <ol className={css.messages}>
            {complaint.messages.map(({ at, from, text }) => (
              <li key={`${at} ${from}`} data-from={from}>
                <p className={css.meta}>
                  {messages[from === 'shop' ? 'shop' : 'you']} · {formatDay(at)}
                </p>
                <p className={css.text}>{text}</p>
              </li>
            ))}
          </ol>
          <Reply key={complaint.messages.length} number={number} token={token} onSent={setChanged} />
        </>
      )}
    </Page>
  );
}

function Facts({ complaint }: { complaint: Complaint }) {
  const { receivedAt, replyBy, resolveBy, resolvedAt, orderNumber, state } = complaint;
  const facts = [
    ...(orderNumber ? [[messages.forOrder, orderNumber]] : []),
    [messages.received, formatDay(receivedAt)],
    ...(state === 'waiting' ? [[messages.replyBy, formatDay(replyBy)]] : []),
    resolvedAt ? [messages.resolvedAt, formatDay(resolvedAt)] : [messages.resolveBy, formatDay(resolveBy)],
  ];
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ReplyProps {
  number: string;
  token: string;
  onSent: (complaint: Complaint) => void;
}

function Reply({ number, token, onSent }: ReplyProps) {
  const requestId = useRef(crypto.randomUUID());
  const { form, field, busy, failure } = useForm({
    fields: ['text'],
    validate: ({ text }) => ({ text: text.trim() ? undefined : messages.enterReply }),
    submit: async ({ text }) => {
      const body = { requestId: requestId.current, text };
      const request = { params: { number }, query: { token }, body };
      onSent((await call('POST /complaints/{number}/messages', request)).complaint);
    },
  });
  return (
    <form className={formCss.form} {...form}>
      {failure && <Notice kind="error">{failure.message || messages.failed}</Notice>}
      <Textarea label={messages.reply} {...field('text')} hint={messages.replyHint} maxLength={4_000} rows={4} />
      <Button type="submit" busy={busy}>
        {messages.sendReply}
      </Button>
    </form>
  );
}
