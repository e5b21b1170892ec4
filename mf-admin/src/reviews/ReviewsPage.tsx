import { useState } from 'react';
import { type ReviewEntry, reviewState } from '@rangavalli/contracts/entities/review';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { messages as layout } from '../layout/messages.js';
import { Page } from '../layout/Page.js';
import shared from '../layout/shared.module.css';
import { StateList } from '../listing/StateList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';
import css from './ReviewsPage.module.css';

const tones = { waiting: 'yellow', published: 'green', hidden: 'gray', withdrawn: 'gray' } as const;

const describe = ({ text, photos = [], video, isIncentivised }: ReviewEntry): string =>
  [
    text || messages.noText,
    ...(photos.length > 0 ? [messages.photos(photos.length)] : []),
    ...(video ? [messages.video] : []),
    ...(isIncentivised ? [messages.incentiveShort] : []),
  ].join(' · ');

/** Reviews of customers, to publish, hide and reply. */
export function ReviewsPage() {
  const params = useListParams();
  const state = reviewState.options.find((one) => one === params.get('state'));
  const list = useList(`reviews ${state ?? ''}`, params, (cursor, signal) =>
    call('GET /reviews/admin', { query: { state, cursor } }, { signal }),
  );
  const [open, setOpen] = useState<ReviewEntry>();
  return (
    <Page title={messages.title} note={messages.note}>
      <StateList
        params={params}
        list={list}
        rowsOf={({ reviews }) => reviews}
        keyOf={({ id }) => id}
        messages={messages}
        columns={[
          { label: messages.date, kind: 'short', cell: ({ at }) => formatDay(at) },
          { label: messages.product, cell: ({ productName }) => productName },
          { label: messages.author, cell: ({ author }) => author },
          { label: messages.stars, kind: 'short', cell: ({ stars }) => stars },
          { label: messages.text, kind: 'wide', cell: (one) => describe(one) },
          {
            label: messages.state,
            cell: (one) => <Badge tone={tones[one.state]}>{messages.states[one.state]}</Badge>,
          },
          {
            label: messages.action,
            cell: (one) =>
              one.state !== 'withdrawn' && (
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
        <ModerationDialog
          review={open}
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

interface ModerationDialogProps {
  review: ReviewEntry;
  onClose: () => void;
  onSaved: () => void;
}

function ModerationDialog({ review, onClose, onSaved }: ModerationDialogProps) {
  const { id, productName, stars, author, text, state, reply, photos = [], video, isIncentivised } = review;
  const { form, field, busy, failure } = useForm({
    fields: ['state', 'reply'],
    validate: () => ({}),
    submit: async (values, data) => {
      const body = {
        state: values.state === 'hidden' ? ('hidden' as const) : ('published' as const),
        ...(values.reply.trim() ? { reply: values.reply.trim() } : {}),
        isIncentivised: data.has('isIncentivised'),
      };
      toast.success((await call('POST /reviews/{id}/moderation', { params: { id }, body })).message);
      onSaved();
    },
  });
  return (
    <Dialog title={messages.dialog(productName)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <p>
          <strong>{messages.facts(stars, author)}</strong>
        </p>
        <p>{text || messages.noText}</p>
        {photos.length > 0 && (
          <ul className={css.photos}>
            {photos.map(({ public_id, url }, index) => (
              <li key={public_id}>
                <a href={url} target="_blank" rel="noreferrer" aria-label={messages.openPhoto(index + 1)}>
                  <Picture url={url} alt="" sizes="120px" ratio="1" widths={[160, 320]} />
                </a>
              </li>
            ))}
          </ul>
        )}
        {video && (
          <video className={css.video} src={video.url} aria-label={messages.video} controls muted preload="metadata" />
        )}
        <Select
          label={messages.decision}
          {...field('state')}
          defaultValue={state === 'hidden' ? 'hidden' : 'published'}
        >
          {(['published', 'hidden'] as const).map((one) => (
            <option key={one} value={one}>
              {messages.decisions[one]}
            </option>
          ))}
        </Select>
        <Textarea
          label={messages.reply}
          {...field('reply')}
          hint={messages.replyHint}
          defaultValue={reply?.text ?? ''}
          maxLength={1_000}
        />
        <Checkbox label={messages.incentive} name="isIncentivised" defaultChecked={isIncentivised === true} />
        <Button type="submit" busy={busy}>
          {messages.save}
        </Button>
      </form>
    </Dialog>
  );
}
