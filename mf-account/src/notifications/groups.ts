import type { NotificationPreferences } from '@rangavalli/contracts/entities/notification';
import {
  type NotificationChannel,
  notificationChannels,
  type NotificationKind,
} from '@rangavalli/contracts/notification-kinds';
import type { messages } from './messages.js';

export type GroupName = keyof typeof messages.groups;

/** Kinds of one group have one switch for each channel. */
const groupOf: Partial<Record<NotificationKind, GroupName>> = {
  dispatched: 'delivery',
  parcel_picked_up: 'delivery',
  out_for_delivery: 'delivery',
  delivered: 'delivery',
  undelivered: 'delivery',
  delayed: 'delivery',
  return_updated: 'returns',
  return_decided: 'returns',
  back_in_stock: 'requested',
  pin_served: 'requested',
};
const order: readonly GroupName[] = ['orders', 'delivery', 'returns', 'requested', 'marketing', 'security'];

export interface GroupChannel {
  channel: NotificationChannel;
  isOn: boolean;
  isAvailable: boolean;
  /** Kinds that the switch changes; none of them: the channel is always used. */
  kinds: NotificationKind[];
}

export interface Group {
  name: GroupName;
  channels: GroupChannel[];
}

/** Returns the switches of each group. A switch is on while any of its kinds uses the channel. */
export function groupsOf({ kinds }: Pick<NotificationPreferences, 'kinds'>): Group[] {
  return order.flatMap((name) => {
    const own = kinds.filter(({ kind, category }) => (groupOf[kind] ?? category) === name);
    const channels = notificationChannels.flatMap((channel): GroupChannel[] => {
      const uses = own.flatMap(({ kind, isMutable, channels: all }) =>
        all.filter((one) => one.channel === channel).map((one) => ({ ...one, kind, isMutable })),
      );
      if (uses.length === 0) return [];
      const mutable = uses.filter(({ isMutable }) => isMutable);
      return [
        {
          channel,
          isOn: (mutable.length > 0 ? mutable : uses).some(({ isOn }) => isOn),
          isAvailable: uses.some(({ isAvailable }) => isAvailable),
          kinds: mutable.map(({ kind }) => kind),
        },
      ];
    });
    return channels.length > 0 ? [{ name, channels }] : [];
  });
}
