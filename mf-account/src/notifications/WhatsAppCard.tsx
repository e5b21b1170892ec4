import type { NotificationPreferences } from '@rangavalli/contracts/entities/notification';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { SecurityCard } from '../user/security/SecurityCard.js';
import { messages } from './messages.js';
import type { PreferenceChange } from './NotificationsPage.js';
import css from './Notifications.module.css';

interface WhatsAppCardProps {
  preferences: NotificationPreferences;
  isBusy: boolean;
  onChange: (change: PreferenceChange) => void;
}

/** The consent to messages on WhatsApp, which is given and withdrawn by one switch. */
export function WhatsAppCard({ preferences: { whatsApp, phone }, isBusy, onChange }: WhatsAppCardProps) {
  const { isOptedIn, at } = whatsApp;
  return (
    <SecurityCard title={messages.whatsApp} lead={messages.whatsAppLead}>
      <Switch
        label={messages.whatsAppSwitch}
        hint={messages.whatsAppConsent}
        checked={isOptedIn}
        disabled={isBusy || (!phone.isVerified && !isOptedIn)}
        onChange={({ target }) => onChange({ whatsApp: { isOptedIn: target.checked, source: 'account' } })}
      />
      {!phone.isVerified && !isOptedIn && <p className={css.note}>{messages.whatsAppNeedsPhone}</p>}
      {at && <p className={css.note}>{(isOptedIn ? messages.whatsAppSince : messages.whatsAppEnded)(formatDay(at))}</p>}
    </SecurityCard>
  );
}
