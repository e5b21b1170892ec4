import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { Deliveries } from './deliveries/deliveries.service.js';
import { DELIVERY, deliverySchema } from './deliveries/delivery.schema.js';
import { DeliveryNotes } from './deliveries/delivery-notes.js';
import { DeskActions } from './desk/desk-actions.service.js';
import { DeskController } from './desk/desk.controller.js';
import { Desk } from './desk/desk.service.js';
import { Standings } from './desk/standings.js';
import { Captures } from './payments/captures.service.js';
import { PAYMENT, paymentSchema } from './payments/payment.schema.js';
import { PaymentStore } from './payments/payment.store.js';
import { PaymentOrders } from './payments/payment-orders.service.js';
import { PaymentsController } from './payments/payments.controller.js';
import { VerifyPayment } from './payments/verify-payment.service.js';
import { RazorpayClient } from './razorpay/razorpay.client.js';
import { Reconciler } from './reconcile/reconciler.js';
import { RefundGauges } from './refunds/refund-gauges.js';
import { RefundsConsumer } from './refunds/refunds.consumer.js';
import { Refunds } from './refunds/refunds.service.js';
import { WebhookController } from './webhooks/webhook.controller.js';
import { Webhooks } from './webhooks/webhooks.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: PAYMENT, schema: paymentSchema },
      { name: DELIVERY, schema: deliverySchema },
    ]),
  ],
  controllers: [
    PaymentsController,
    WebhookController,
    RefundsConsumer,
    DeskController,
    DeliveriesController,
  ],
  providers: [
    RazorpayClient,
    PaymentStore,
    PaymentOrders,
    Captures,
    VerifyPayment,
    Refunds,
    Webhooks,
    Reconciler,
    Standings,
    Desk,
    DeskActions,
    DeliveryNotes,
    Deliveries,
    RefundGauges,
  ],
})
export class PaymentModule {}
