// No zod: runs in browsers.

/** `security`: always sent. `marketing`: only with consent. */
export const notificationCategories = ['security', 'orders', 'marketing'] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

export const notificationChannels = ['whatsapp', 'sms', 'email', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

export interface NotificationRule {
  category: NotificationCategory;
  /** One message per event: by the first channel that is set up, allowed and succeeds. */
  channels: readonly NotificationChannel[];
  /** Customers may switch channels off, also all of them. */
  isMutable: boolean;
  /** Not sent at night; delayed until the morning. */
  hasQuietHours: boolean;
}

const urgent = { category: 'orders', channels: ['whatsapp', 'sms', 'email', 'push'], isMutable: true } as const;
/** With amounts and links to documents: the email is the better one. */
const documented = { category: 'orders', channels: ['email', 'whatsapp', 'sms', 'push'], isMutable: true } as const;
const security = { category: 'security', channels: ['email'], isMutable: false, hasQuietHours: false } as const;
const marketing = {
  category: 'marketing',
  channels: ['push', 'whatsapp', 'email'],
  isMutable: true,
  hasQuietHours: true,
} as const;

/** What the store notifies people about. */
export const notificationKinds = {
  one_time_code: { ...security, channels: ['sms', 'email'] },
  /** The code that confirms an order with cash on delivery, by every channel at once. */
  cod_confirm: { ...security, category: 'orders', channels: ['sms', 'email'] },
  new_login: security,
  password_changed: security,
  /** Other notices of an account: links of addresses and passwords, invitations, complaints. */
  account_notice: security,
  order_placed: { ...documented, isMutable: false, hasQuietHours: false },
  payment_failed: { ...urgent, hasQuietHours: false },
  dispatched: { ...documented, hasQuietHours: true },
  parcel_picked_up: { ...urgent, hasQuietHours: true },
  out_for_delivery: { ...urgent, hasQuietHours: false },
  delivered: { ...urgent, hasQuietHours: false },
  undelivered: { ...urgent, hasQuietHours: false },
  /** The promised date has passed. */
  delayed: { ...urgent, hasQuietHours: true },
  cancelled: { ...documented, isMutable: false, hasQuietHours: false },
  refunded: { ...documented, isMutable: false, hasQuietHours: true },
  /** A return was requested, is being fetched or has come back. */
  return_updated: { ...documented, hasQuietHours: true },
  return_decided: { ...documented, isMutable: false, hasQuietHours: true },
  /** Requested by the receiver for one product. */
  back_in_stock: { ...documented, channels: ['email'], hasQuietHours: false },
  /** Requested by the receiver for one PIN code. */
  pin_served: { ...documented, channels: ['email'], hasQuietHours: true },
  price_drop: marketing,
  review_request: { ...documented, channels: ['email', 'push'], hasQuietHours: true },
  abandoned_cart: { ...marketing, channels: ['push', 'email'] },
} as const satisfies Record<string, NotificationRule>;

export type NotificationKind = keyof typeof notificationKinds;
export const notificationKindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

/** Sent in `en` only until the other catalogues are translated. */
export const notificationLanguages = ['en', 'hi', 'te'] as const;
export type NotificationLanguage = (typeof notificationLanguages)[number];

/** `sent`: accepted by the provider. `skipped`: no channel was possible. */
export const notificationStates = ['queued', 'scheduled', 'sent', 'delivered', 'read', 'failed', 'skipped'] as const;
export type NotificationState = (typeof notificationStates)[number];
