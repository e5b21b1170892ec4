import type { NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { accountEmail } from './account-emails.js';
import { backInStock } from './back-in-stock.js';
import type { KindData, RenderContext } from './kind-data.js';
import type { EmailContent } from './email-document.js';
import { orderConfirmation } from './order-confirmation.js';
import { orderDispatched } from './order-dispatched.js';
import { parcelMoved } from './parcel-moved.js';
import { returnDecided } from './return-decided.js';
import { detailedEmail } from './detailed-emails.js';

type Emails = { [K in NotificationKind]: (data: KindData[K], context: RenderContext) => EmailContent };

const emails: Emails = {
  one_time_code: (data) => accountEmail({ messageId: '', to: '', template: 'login-code', data }),
  cod_confirm: (request, { storefront }) => accountEmail(request, storefront),
  new_login: (request, { storefront }) => accountEmail(request, storefront),
  password_changed: (request, { storefront }) => accountEmail(request, storefront),
  account_notice: (request, { storefront }) => accountEmail(request, storefront),
  order_placed: (order, { storefront }) => orderConfirmation(order, storefront),
  payment_failed: (data, context) => detailedEmail('payment_failed', data, context),
  dispatched: (invoiced, { storefront }) => orderDispatched(invoiced, storefront),
  parcel_picked_up: (moved, { storefront }) => parcelMoved({ ...moved, status: 'picked_up' }, storefront),
  out_for_delivery: (moved, { storefront }) => parcelMoved({ ...moved, status: 'out_for_delivery' }, storefront),
  delivered: (moved, { storefront }) => parcelMoved({ ...moved, status: 'delivered' }, storefront),
  undelivered: (moved, { storefront }) => parcelMoved({ ...moved, status: 'undelivered' }, storefront),
  delayed: (data, context) => detailedEmail('delayed', data, context),
  cancelled: (data, context) => detailedEmail('cancelled', data, context),
  refunded: (data, context) => detailedEmail('refunded', data, context),
  return_updated: (data, context) => detailedEmail('return_updated', data, context),
  return_decided: (decided, { storefront }) => returnDecided(decided, storefront),
  back_in_stock: ({ product, ...request }, { storefront }) => backInStock(request, product, storefront),
  pin_served: (data, context) => detailedEmail('pin_served', data, context),
  price_drop: (data, context) => detailedEmail('price_drop', data, context),
  review_request: (data, context) => detailedEmail('review_request', data, context),
  abandoned_cart: (data, context) => detailedEmail('abandoned_cart', data, context),
};

/** Returns the email of a kind. */
export const emailOf = <K extends NotificationKind>(kind: K, data: KindData[K], context: RenderContext): EmailContent =>
  emails[kind](data, context);
