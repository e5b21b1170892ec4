import { useState } from 'react';
import type { NotificationPreferences } from '@rangavalli/contracts/entities/notification';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { CodeInput } from '@rangavalli/web-kit/ui/CodeInput';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { SecurityCard } from '../user/security/SecurityCard.js';
import { messages } from './messages.js';
import css from './Notifications.module.css';

interface PhoneCardProps {
  phone: NotificationPreferences['phone'];
  onVerified: () => void;
}

/** Verifies the number that SMS and WhatsApp messages go to. */
export function PhoneCard({ phone: { number, isVerified }, onVerified }: PhoneCardProps) {
  const [step, setStep] = useState<'number' | 'code'>();
  const current = step ?? (isVerified ? undefined : 'number');
  return (
    <SecurityCard
      title={messages.phone}
      lead={messages.phoneLead}
      badge={isVerified && <Badge tone="green">{messages.verified}</Badge>}
    >
      {!current && number && <p>{messages.phoneVerified(number)}</p>}
      {!current && (
        <Button look="secondary" onClick={() => setStep('number')}>
          {messages.changePhone}
        </Button>
      )}
      {current === 'number' && <NumberForm number={number} onSent={() => setStep('code')} />}
      {current === 'code' && (
        <CodeForm
          onBack={() => setStep('number')}
          onVerified={() => {
            setStep(undefined);
            onVerified();
          }}
        />
      )}
    </SecurityCard>
  );
}

function NumberForm({ number, onSent }: { number: string | undefined; onSent: () => void }) {
  const { form, field, busy, failure } = useForm({
    fields: ['phone'],
    validate: ({ phone }) => ({ phone: phone.replace(/\D/g, '').length >= 10 ? undefined : messages.enterPhone }),
    submit: async ({ phone }) => {
      toast.success((await call('POST /notifications/phone', { body: { phone } })).message);
      onSent();
    },
  });
  return (
    <form className={css.form} {...form}>
      {failure && <FailureNotice failure={failure} fallback={messages.serverError} />}
      <Input
        label={messages.phoneLabel}
        hint={messages.phoneHint}
        {...field('phone')}
        defaultValue={number}
        type="tel"
        autoComplete="tel"
        maxLength={20}
        required
      />
      <Button type="submit" look="secondary" busy={busy}>
        {messages.sendCode}
      </Button>
    </form>
  );
}

function CodeForm({ onBack, onVerified }: { onBack: () => void; onVerified: () => void }) {
  const { form, field, busy, failure } = useForm({
    fields: ['code'],
    validate: ({ code }) => ({ code: code.replace(/\s/g, '').length === 6 ? undefined : messages.enterCode }),
    submit: async ({ code }) => {
      const body = { code: code.replace(/\s/g, '') };
      toast.success((await call('POST /notifications/phone/verify', { body })).message);
      onVerified();
    },
  });
  return (
    <form className={css.form} {...form}>
      {failure && <FailureNotice failure={failure} fallback={messages.serverError} />}
      <CodeInput label={messages.codeLabel} {...field('code')} />
      <div className={css.actions}>
        <Button type="submit" busy={busy}>
          {messages.verify}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {messages.changePhone}
        </Button>
      </div>
    </form>
  );
}
