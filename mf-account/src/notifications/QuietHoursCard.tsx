import type { NotificationPreferences } from '@rangavalli/contracts/entities/notification';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { SecurityCard } from '../user/security/SecurityCard.js';
import { messages } from './messages.js';
import type { PreferenceChange } from './NotificationsPage.js';
import css from './Notifications.module.css';

interface QuietHoursCardProps {
  quietHours: NotificationPreferences['quietHours'];
  isBusy: boolean;
  onChange: (change: PreferenceChange) => void;
}

const clock = (text: string): string | undefined =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? undefined : messages.enterTime;

/** Hours in which messages that can wait are held back. */
export function QuietHoursCard({ quietHours, isBusy, onChange }: QuietHoursCardProps) {
  const { isOn, from, to } = quietHours;
  const { form, field } = useForm({
    fields: ['from', 'to'],
    validate: (values) => ({ from: clock(values.from), to: clock(values.to) }),
    submit: async (values) => onChange({ quietHours: { isOn, from: values.from, to: values.to } }),
  });
  return (
    <SecurityCard title={messages.quiet} lead={messages.quietLead}>
      <Switch
        label={messages.quietSwitch}
        checked={isOn}
        disabled={isBusy}
        onChange={({ target }) => onChange({ quietHours: { isOn: target.checked, from, to } })}
      />
      {isOn && (
        <form {...form}>
          <div className={css.hours}>
            <Input label={messages.from} type="time" {...field('from')} defaultValue={from} required />
            <Input label={messages.until} type="time" {...field('to')} defaultValue={to} required />
          </div>
          <p className={css.note}>{messages.inIst}</p>
          <Button type="submit" look="secondary" busy={isBusy}>
            {messages.saveHours}
          </Button>
        </form>
      )}
    </SecurityCard>
  );
}
