import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { retention } from '@rangavalli/service-kit/database/retention';
import { CustomersController } from './customers/customers.controller.js';
import { EmailController } from './email/email.controller.js';
import { EMAIL, emailSchema } from './email/email.schema.js';
import { EmailDelivery } from './email/email-delivery.service.js';
import { Mailer } from './email/mailer.js';
import type { NotificationConfig } from './notification.config.js';
import { OperationsModule } from './operations/operations.module.js';
import { OrderConfirmationConsumer } from './orders/order-confirmation.consumer.js';
import { OrderDispatchedConsumer } from './orders/order-dispatched.consumer.js';
import { OrderProgressConsumer } from './orders/order-progress.consumer.js';
import { BackInStock } from './stock-alerts/back-in-stock.service.js';
import { CatalogConsumer } from './stock-alerts/catalog.consumer.js';
import { CatalogProducts } from './stock-alerts/catalog-products.js';
import { STOCK_ALERT, stockAlertSchema } from './stock-alerts/stock-alert.schema.js';
import { StockAlertsController } from './stock-alerts/stock-alerts.controller.js';
import { StockAlerts } from './stock-alerts/stock-alerts.service.js';

@Module({
  imports: [
    OperationsModule,
    MongooseModule.forFeature([
      { name: EMAIL, schema: emailSchema },
      { name: STOCK_ALERT, schema: stockAlertSchema },
    ]),
  ],
  controllers: [
    EmailController,
    OrderConfirmationConsumer,
    OrderDispatchedConsumer,
    OrderProgressConsumer,
    StockAlertsController,
    CatalogConsumer,
    CustomersController,
  ],
  providers: [
    Mailer,
    EmailDelivery,
    StockAlerts,
    BackInStock,
    CatalogProducts,
    retention<NotificationConfig>(EMAIL, {
      field: 'createdAt',
      days: ({ EMAIL_LOG_RETENTION_DAYS }) => EMAIL_LOG_RETENTION_DAYS,
    }),
    retention<NotificationConfig>(STOCK_ALERT, {
      field: 'requestedAt',
      days: ({ STOCK_ALERT_RETENTION_DAYS }) => STOCK_ALERT_RETENTION_DAYS,
    }),
  ],
})
export class NotificationModule {}
