import type { CommandRequest } from '@rangavalli/contracts/commands';
import type { EventData } from '@rangavalli/contracts/events';
import type { NotificationLanguage } from '@rangavalli/contracts/notification-kinds';

type AccountEmail = CommandRequest<'rpc.notification.email.send'>;
type AccountEmailOf<Template extends AccountEmail['template']> = Extract<AccountEmail, { template: Template }>;

/** Who is addressed. Names are text of users: only confirmed addresses get them. */
export interface Addressee {
  name?: string | undefined;
  emailVerified?: boolean | undefined;
}

interface OfOrder {
  orderId: string;
  orderNumber: string;
  customer: Addressee;
}

/** Facts in the texts of each kind. Money in paise, times as ISO 8601 in UTC, paths below the shop's address. */
export interface KindData {
  one_time_code: { code: string; validMinutes: number };
  cod_confirm: AccountEmailOf<'order-code'>;
  new_login: AccountEmailOf<'new-device'>;
  password_changed: AccountEmailOf<'password-changed'>;
  account_notice: Exclude<AccountEmail, { template: 'order-code' | 'new-device' | 'password-changed' }>;
  order_placed: EventData<'order.placed'>;
  /** `url`: the payment link. */
  payment_failed: OfOrder & { amountPaise: number; url: string; expiresAt: string };
  dispatched: EventData<'order.invoiced'>;
  parcel_picked_up: EventData<'order.parcel.moved'>;
  out_for_delivery: EventData<'order.parcel.moved'>;
  delivered: EventData<'order.parcel.moved'>;
  undelivered: EventData<'order.parcel.moved'>;
  /** `promisedBy`: the date that has passed. */
  delayed: OfOrder & { promisedBy: string; trackingPath?: string | undefined };
  /** What goes back to how it was paid, and to the store credit. */
  cancelled: OfOrder & { refundPaise: number; creditPaise: number };
  /** `arn`: the bank's reference of the refund. `to`: of cash, which staff have paid. */
  refunded: OfOrder & {
    amountPaise: number;
    arn?: string | undefined;
    to?: EventData<'order.return.paid'>['to'] | undefined;
  };
  return_updated: Omit<EventData<'order.return.updated'>, 'step'> & { step: ReturnStep };
  return_decided: EventData<'order.return.decided' | 'order.return.refused' | 'order.lines.cancelled'>;
  back_in_stock: {
    size: string;
    name?: string | undefined;
    product: Pictured & { pricePaise: number; sale?: { pricePaise: number } | undefined };
  };
  pin_served: { pincode: string; product?: { _id: string; name: string } | undefined };
  price_drop: { product: Pictured; fromPaise: number; toPaise: number; customer: Addressee };
  review_request: OfOrder & { lines: { name: string }[] };
  abandoned_cart: { lines: { name: string; quantity: number; image?: string | undefined }[]; customer: Addressee };
}

type ReturnStep = EventData<'order.return.updated'>['step'] | 'pickup_cancelled';

interface Pictured {
  _id: string;
  name: string;
  images?: { url: string }[] | undefined;
}

export interface RenderContext {
  /** The shop's address; without it there are no links. */
  storefront?: string | undefined;
  language?: NotificationLanguage | undefined;
}
