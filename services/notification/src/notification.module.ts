import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { retention } from '@rangavalli/service-kit/database/retention';
import { AbandonedCartsConsumer } from './carts/abandoned-carts.consumer.js';
import { Channels } from './channels/channels.js';
import { CodeLimit } from './channels/code-limit.service.js';
import { EmailChannel } from './channels/email.channel.js';
import { PushChannel } from './channels/push.channel.js';
import { SMS_CLAIM, smsClaimSchema } from './channels/sms-claim.schema.js';
import { SmsChannel } from './channels/sms.channel.js';
import { WhatsAppChannel } from './channels/whatsapp.channel.js';
import { CustomersController } from './customers/customers.controller.js';
import { Customers } from './customers/customers.service.js';
import { DELAY_WATCH, delayWatchSchema } from './delays/delay-watch.schema.js';
import { DelayWatches } from './delays/delay-watches.service.js';
import { EmailController } from './email/email.controller.js';
import { EmailDelivery } from './email/email-delivery.service.js';
import { Mailer } from './email/mailer.js';
import { NOTIFICATION, notificationSchema } from './log/notification.schema.js';
import { MessageExport } from './log/message-export.service.js';
import { NotificationLog } from './log/notification-log.service.js';
import { CandidateChannels } from './notices/candidates.service.js';
import { NoticeLog } from './notices/notice-log.service.js';
import { Notifier } from './notices/notifier.service.js';
import type { NotificationConfig } from './notification.config.js';
import { OperationsModule } from './operations/operations.module.js';
import { InvoiceAttachments } from './orders/invoice-attachments.service.js';
import { OrderCodeSms } from './orders/order-code-sms.service.js';
import { OrderNoticesConsumer } from './orders/order-notices.consumer.js';
import { PaymentLinkConsumer } from './orders/payment-link.consumer.js';
import { PhoneVerification } from './preferences/phone-verification.service.js';
import { PREFERENCE, preferenceSchema } from './preferences/preference.schema.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { Preferences } from './preferences/preferences.service.js';
import { NotificationsAdminController } from './previews/notifications-admin.controller.js';
import { Previews } from './previews/previews.service.js';
import { PushController } from './push/push.controller.js';
import { PUSH_SUBSCRIPTION, pushSubscriptionSchema } from './push/push-subscription.schema.js';
import { PushSubscriptions } from './push/push-subscriptions.service.js';
import { ReviewRequests } from './reviews/review-requests.service.js';
import { BackInStock } from './stock-alerts/back-in-stock.service.js';
import { CatalogConsumer } from './stock-alerts/catalog.consumer.js';
import { CatalogProducts } from './stock-alerts/catalog-products.js';
import { STOCK_ALERT, stockAlertSchema } from './stock-alerts/stock-alert.schema.js';
import { StockAlertsController } from './stock-alerts/stock-alerts.controller.js';
import { StockAlerts } from './stock-alerts/stock-alerts.service.js';
import { WaitlistConsumer } from './waitlist/waitlist.consumer.js';
import { KNOWN_PRICE, knownPriceSchema } from './wishlists/known-price.schema.js';
import { PriceDrops } from './wishlists/price-drops.service.js';
import { WhatsAppController } from './whatsapp/whatsapp.controller.js';
import { WhatsAppStatuses } from './whatsapp/whatsapp-statuses.service.js';

@Module({
  imports: [
    OperationsModule,
    MongooseModule.forFeature([
      { name: NOTIFICATION, schema: notificationSchema },
      { name: DELAY_WATCH, schema: delayWatchSchema },
      { name: KNOWN_PRICE, schema: knownPriceSchema },
      { name: PREFERENCE, schema: preferenceSchema },
      { name: PUSH_SUBSCRIPTION, schema: pushSubscriptionSchema },
      { name: SMS_CLAIM, schema: smsClaimSchema },
      { name: STOCK_ALERT, schema: stockAlertSchema },
    ]),
  ],
  controllers: [
    EmailController,
    OrderNoticesConsumer,
    WaitlistConsumer,
    PaymentLinkConsumer,
    AbandonedCartsConsumer,
    StockAlertsController,
    CatalogConsumer,
    CustomersController,
    PreferencesController,
    NotificationsAdminController,
    PushController,
    WhatsAppController,
  ],
  providers: [
    Mailer,
    EmailChannel,
    SmsChannel,
    WhatsAppChannel,
    PushChannel,
    Channels,
    CodeLimit,
    Customers,
    Preferences,
    PhoneVerification,
    CandidateChannels,
    NoticeLog,
    InvoiceAttachments,
    Notifier,
    DelayWatches,
    ReviewRequests,
    PriceDrops,
    MessageExport,
    NotificationLog,
    Previews,
    PushSubscriptions,
    WhatsAppStatuses,
    EmailDelivery,
    OrderCodeSms,
    StockAlerts,
    BackInStock,
    CatalogProducts,
    retention<NotificationConfig>(NOTIFICATION, {
      field: 'createdAt',
      days: ({ EMAIL_LOG_RETENTION_DAYS }) => EMAIL_LOG_RETENTION_DAYS,
    }),
    retention<NotificationConfig>(DELAY_WATCH, {
      field: 'createdAt',
      days: ({ DELAY_WATCH_RETENTION_DAYS }) => DELAY_WATCH_RETENTION_DAYS,
    }),
    retention<NotificationConfig>(PUSH_SUBSCRIPTION, {
      field: 'confirmedAt',
      days: ({ PUSH_RETENTION_DAYS }) => PUSH_RETENTION_DAYS,
    }),
    retention<NotificationConfig>(STOCK_ALERT, {
      field: 'requestedAt',
      days: ({ STOCK_ALERT_RETENTION_DAYS }) => STOCK_ALERT_RETENTION_DAYS,
    }),
  ],
})
export class NotificationModule {}
