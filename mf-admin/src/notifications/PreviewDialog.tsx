import { useState } from 'react';
import type { NotificationPreview } from '@rangavalli/contracts/entities/notification';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Facts } from '../layout/Facts.js';
import { LoadError } from '../layout/LoadError.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import css from './Notifications.module.css';
import type { Template } from './Templates.js';
import { TestForm } from './TestForm.js';

const WIDTHS = [360, 600] as const;
/** Characters of an SMS in plain Latin, and with other signs such as ₹. */
const GSM = { pattern: /^[\w\s@£$¥!"#%&'()*+,\-./:;<=>?]*$/, single: 160, part: 153 };
const UNICODE = { single: 70, part: 67 };

/** One kind of message in each of its channels, with sample data, and a form that sends it as a test. */
export function PreviewDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const { kind, channels } = template;
  const maySend = usePermissions()('operations.write');
  const [channel, setChannel] = useState(
    channels.find((one) => one.channel === 'email')?.channel ?? channels[0]?.channel ?? 'email',
  );
  const query = useQuery(`notification preview ${kind} ${channel}`, (signal) =>
    call('POST /notifications/preview', { body: { kind, channel, language: 'en' } }, { signal }),
  );
  const name = messages.kinds[kind];
  const isSetUp = channels.some((one) => one.channel === channel && one.isSetUp);
  return (
    <Dialog title={name} onClose={onClose} variant="fullscreen">
      <div className={shared.stack}>
        <div className={css.choices} role="group" aria-label={messages.channelsOf(name)}>
          {channels.map((one) => (
            <Button
              key={one.channel}
              look={one.channel === channel ? 'primary' : 'secondary'}
              aria-pressed={one.channel === channel}
              onClick={() => setChannel(one.channel)}
            >
              {messages.channels[one.channel]}
            </Button>
          ))}
        </div>
        <p className={shared.empty}>{messages.sample}</p>
        {!query.data && query.error && <LoadError title={messages.previewFailed} query={query} />}
        {!query.data && !query.error && (
          <div role="status" aria-label={layout.loading(messages.previewLoading)}>
            <Skeleton height="24rem" />
          </div>
        )}
        {query.data?.preview.channel === channel && <Preview preview={query.data.preview} name={name} />}
        {maySend && <TestForm key={channel} kind={kind} channel={channel} isSetUp={isSetUp} />}
      </div>
    </Dialog>
  );
}

function Preview({ preview, name }: { preview: NotificationPreview; name: string }) {
  const { channel, subject, html, text, templateId, variables, link } = preview;
  if (html) return <EmailPreview name={name} html={html} text={text} subject={subject ?? ''} />;
  return (
    <>
      <div className={css.bubble} data-channel={channel}>
        {subject && <strong>{subject}</strong>}
        <p className={css.text}>{text}</p>
      </div>
      <Facts
        stacked
        facts={{
          ...(channel === 'sms' ? { [messages.text]: smsLength(text) } : {}),
          ...(channel === 'push' ? {} : { [messages.template]: templateId ?? messages.templateMissing }),
          ...(variables?.length
            ? { [messages.variables]: variables.map((one) => `${one.name}: ${one.value}`).join(' · ') }
            : {}),
          ...(link ? { [messages.link]: link } : {}),
        }}
      />
    </>
  );
}

interface EmailPreviewProps {
  name: string;
  subject: string;
  html: string;
  text: string;
}

function EmailPreview({ name, subject, html, text }: EmailPreviewProps) {
  const [width, setWidth] = useState<number>(WIDTHS[1]);
  return (
    <>
      <Facts stacked facts={{ [messages.subject]: subject }} />
      <div className={css.choices} role="group" aria-label={messages.width}>
        {WIDTHS.map((one) => (
          <Button
            key={one}
            look={one === width ? 'secondary' : 'quiet'}
            aria-pressed={one === width}
            onClick={() => setWidth(one)}
          >
            {messages.widths[one]}
          </Button>
        ))}
      </div>
      {/* Focusable for scrolling by keyboard. */}
      <div className={css.stage} role="region" aria-label={messages.previewArea} tabIndex={0}>
        {/* Without scripts, forms and navigation. */}
        <iframe className={css.frame} sandbox="" srcDoc={html} width={width} title={messages.frame(name, width)} />
      </div>
      <details>
        <summary className={css.summary}>{messages.plainText}</summary>
        <pre className={css.plain}>{text}</pre>
      </details>
    </>
  );
}

function smsLength(text: string): string {
  const { single, part } = GSM.pattern.test(text) ? GSM : UNICODE;
  return messages.length(text.length, text.length <= single ? 1 : Math.ceil(text.length / part));
}
