import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { retention } from '@rangavalli/service-kit/database/retention';
import { OrderMatching } from './admin/order-matching.service.js';
import { RefundApprovalsController } from './admin/refund-approvals.controller.js';
import { PaymentActions } from './admin/payment-actions.service.js';
import { PaymentsAdminController } from './admin/payments-admin.controller.js';
import { PaymentsAdminService } from './admin/payments-admin.service.js';
import { CREDIT_ENTRY, creditEntrySchema } from './credit/credit-entry.schema.js';
import { CreditLedger } from './credit/credit-ledger.service.js';
import { CreditController } from './credit/credit.controller.js';
import { CreditExportController } from './credit/credit-export.controller.js';
import { GIFT_CARD, giftCardSchema } from './credit/gift-card.schema.js';
import { GiftCards } from './credit/gift-cards.service.js';
import { StoreCredits } from './credit/store-credit.service.js';
import { PaymentLinksController } from './links/payment-links.controller.js';
import { PaymentLinks } from './links/payment-links.service.js';
import type { PaymentConfig } from './payment.config.js';
import { Captures } from './payments/captures.service.js';
import { PAYMENT, paymentSchema } from './payments/payment.schema.js';
import { PaymentStore } from './payments/payment.store.js';
import { PaymentOrders } from './payments/payment-orders.service.js';
import { PaymentsController } from './payments/payments.controller.js';
import { PaymentVerification } from './payments/payment-verification.service.js';
import { RazorpayClient } from './razorpay/razorpay.client.js';
import { CaptureGauges } from './reconciliation/capture-gauges.js';
import { Reconciler } from './reconciliation/reconciler.js';
import { RefundGauges } from './refunds/refund-gauges.js';
import { RefundApprovals } from './refunds/refund-approvals.service.js';
import { REFUND_DAY, REFUND_SETTINGS, refundDaySchema, refundSettingsSchema } from './refunds/refund-limits.schema.js';
import { RefundLimits } from './refunds/refund-limits.service.js';
import { RefundsConsumer } from './refunds/refunds.consumer.js';
import { Refunds } from './refunds/refunds.service.js';
import { RETURN_REFUND, returnRefundSchema } from './refunds/return-refund.schema.js';
import { ReturnRefunds } from './refunds/return-refunds.service.js';
import { DELIVERY, deliverySchema } from './webhooks/delivery.schema.js';
import { DeliveryLog } from './webhooks/delivery-log.js';
import { WebhookDeliveries } from './webhooks/webhook-deliveries.service.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { Webhooks } from './webhooks/webhooks.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: PAYMENT, schema: paymentSchema },
      { name: DELIVERY, schema: deliverySchema },
      { name: REFUND_DAY, schema: refundDaySchema },
      { name: REFUND_SETTINGS, schema: refundSettingsSchema },
      { name: RETURN_REFUND, schema: returnRefundSchema },
      { name: CREDIT_ENTRY, schema: creditEntrySchema },
      { name: GIFT_CARD, schema: giftCardSchema },
    ]),
  ],
  controllers: [
    PaymentsController,
    WebhooksController,
    RefundsConsumer,
    PaymentsAdminController,
    RefundApprovalsController,
    CreditController,
    CreditExportController,
    PaymentLinksController,
  ],
  providers: [
    RazorpayClient,
    PaymentStore,
    PaymentOrders,
    Captures,
    PaymentVerification,
    Refunds,
    ReturnRefunds,
    RefundLimits,
    RefundApprovals,
    RefundGauges,
    CaptureGauges,
    PaymentLinks,
    Webhooks,
    DeliveryLog,
    WebhookDeliveries,
    Reconciler,
    OrderMatching,
    PaymentsAdminService,
    PaymentActions,
    CreditLedger,
    StoreCredits,
    GiftCards,
    retention<PaymentConfig>(DELIVERY, {
      field: 'receivedAt',
      days: ({ WEBHOOK_RETENTION_DAYS }) => WEBHOOK_RETENTION_DAYS,
    }),
  ],
})
export class PaymentModule {}
