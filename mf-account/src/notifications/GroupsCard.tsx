import type { ReactNode } from 'react';
import type { NotificationPreferences } from '@rangavalli/contracts/entities/notification';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Checkbox } from '@rangavalli/web-kit/ui/Field';
import { SecurityCard } from '../user/security/SecurityCard.js';
import { type Group, type GroupChannel, groupsOf } from './groups.js';
import { messages } from './messages.js';
import type { PreferenceChange } from './NotificationsPage.js';
import css from './Notifications.module.css';

interface GroupsCardProps {
  preferences: NotificationPreferences;
  isBusy: boolean;
  onChange: (change: PreferenceChange) => void;
}

/** One checkbox for each group of messages and channel. */
export function GroupsCard({ preferences, isBusy, onChange }: GroupsCardProps) {
  const { hasMarketingConsent, whatsApp } = preferences;
  return (
    <SecurityCard title={messages.what} lead={messages.whatLead}>
      {!whatsApp.isOptedIn && <p className={css.note}>{messages.whatsAppOff}</p>}
      {groupsOf(preferences).map((group) => (
        <GroupRow key={group.name} group={group} isBusy={isBusy} onChange={onChange}>
          {group.name === 'marketing' && !hasMarketingConsent && (
            <p className={css.note}>
              {messages.marketingOff} <Link to="/user/privacy">{messages.yourData}</Link>.
            </p>
          )}
        </GroupRow>
      ))}
    </SecurityCard>
  );
}

interface GroupRowProps extends Pick<GroupsCardProps, 'isBusy' | 'onChange'> {
  group: Group;
  children: ReactNode;
}

function GroupRow({ group: { name, channels }, isBusy, onChange, children }: GroupRowProps) {
  const { title, text } = messages.groups[name];
  const isAlwaysSent = channels.every(({ kinds }) => kinds.length === 0);
  const set = ({ channel, kinds }: GroupChannel, isOn: boolean) =>
    onChange({ kinds: kinds.map((kind) => ({ kind, channel, isOn })) });
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{title}</legend>
      <p className={css.note}>{text}</p>
      {children}
      {isAlwaysSent ? (
        <p className={css.always}>
          <Badge tone="green">{messages.alwaysSent}</Badge>{' '}
          {channels.map(({ channel }) => messages.channels[channel]).join(', ')}
        </p>
      ) : (
        <div className={css.channels}>
          {channels.map((one) => (
            <Checkbox
              key={one.channel}
              label={messages.channels[one.channel]}
              aria-label={messages.label(title, messages.channels[one.channel])}
              checked={one.isOn && one.isAvailable}
              disabled={isBusy || !one.isAvailable || one.kinds.length === 0}
              onChange={({ target }) => set(one, target.checked)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
