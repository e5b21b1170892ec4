import type { CallInput } from '@rangavalli/contracts/calls';
import type { NotificationChannel, NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import css from './Notifications.module.css';

interface TestFormProps {
  kind: NotificationKind;
  channel: NotificationChannel;
  isSetUp: boolean;
}

const bodyOf = (
  kind: NotificationKind,
  channel: NotificationChannel,
  to: string,
): CallInput<'POST /notifications/test'>['body'] =>
  channel === 'push' ? { kind, channel, to: 'own' } : { kind, channel, to };

/** Sends one message with sample data. */
export function TestForm({ kind, channel, isSetUp }: TestFormProps) {
  const withStepUp = useStepUp();
  const needsReceiver = channel !== 'push';
  const { form, field, busy, failure } = useForm({
    fields: ['to'],
    validate: ({ to }) => ({ to: !needsReceiver || to.trim() ? undefined : messages.enterReceiver }),
    submit: async ({ to }) => {
      const body = bodyOf(kind, channel, to.trim());
      toast.success((await withStepUp(() => call('POST /notifications/test', { body }))).message);
    },
  });
  return (
    <section className={css.test} aria-label={messages.test}>
      <h3>{messages.test}</h3>
      {!isSetUp ? (
        <p className={shared.empty}>{messages.testChannelOff}</p>
      ) : (
        <form className={shared.stack} {...form}>
          {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
          {needsReceiver ? (
            <Input
              label={messages.testTo[channel]}
              hint={messages.testHint}
              {...field('to')}
              type={channel === 'email' ? 'email' : 'tel'}
              maxLength={120}
              required
            />
          ) : (
            <p className={shared.empty}>{messages.testPush}</p>
          )}
          <div>
            <Button type="submit" look="secondary" busy={busy}>
              {messages.send}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
