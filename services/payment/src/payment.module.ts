import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Captures } from './payments/captures.service.js';
import { PAYMENT, paymentSchema } from './payments/payment.schema.js';
import { PaymentStore } from './payments/payment.store.js';
import { PaymentOrders } from './payments/payment-orders.service.js';
import { PaymentsController } from './payments/payments.controller.js';
import { VerifyPayment } from './payments/verify-payment.service.js';
import { RazorpayClient } from './razorpay/razorpay.client.js';
import { Reconciler } from './reconcile/reconciler.js';
import { RefundsConsumer } from './refunds/refunds.consumer.js';
import { Refunds } from './refunds/refunds.service.js';
import { WebhookController } from './webhooks/webhook.controller.js';
import { Webhooks } from './webhooks/webhooks.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: PAYMENT, schema: paymentSchema }])],
  controllers: [PaymentsController, WebhookController, RefundsConsumer],
  providers: [RazorpayClient, PaymentStore, PaymentOrders, Captures, VerifyPayment, Refunds, Webhooks, Reconciler],
})
export class PaymentModule {}
