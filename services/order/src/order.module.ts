import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { retention } from '@rangavalli/service-kit/database/retention';
import { CashController } from './cash/cash.controller.js';
import { CashList } from './cash/cash-list.service.js';
import { ComplaintExport } from './complaints/complaint-export.service.js';
import { COMPLAINT, complaintSchema } from './complaints/complaint.schema.js';
import { ComplaintsController } from './complaints/complaints.controller.js';
import { Complaints } from './complaints/complaints.service.js';
import { CreditCheckout } from './credit/credit-checkout.service.js';
import { OrderCredit } from './credit/order-credit.service.js';
import { CodCheckout } from './cash/cod-checkout.service.js';
import { CodChecks } from './cash/cod-checks.service.js';
import { COD_SETTINGS, codSettingsSchema } from './cash/cod-settings.schema.js';
import { CodSettings } from './cash/cod-settings.service.js';
import { PaymentMethods } from './cash/payment-methods.service.js';
import { Remittances } from './cash/remittances.service.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutSaga } from './checkout/checkout.saga.js';
import { EventsConsumer } from './checkout/events.consumer.js';
import { OpenCheckouts } from './checkout/open-checkouts.service.js';
import { PaymentLinksController } from './checkout/payment-links.controller.js';
import { OrderPaymentLinks } from './checkout/payment-links.service.js';
import { PhoneOrders } from './checkout/phone-orders.service.js';
import { PaymentVerification } from './checkout/payment-verification.service.js';
import { Sweeper } from './checkout/sweeper.js';
import { Deliveries } from './delivery/deliveries.service.js';
import { ACCOUNT_HOLDS, accountHoldsSchema, NETWORK_HOLDS, networkHoldsSchema } from './holds/hold-limits.schema.js';
import { HoldLimits } from './holds/hold-limits.service.js';
import { HoldsAdmin } from './holds/holds-admin.service.js';
import { HoldsController } from './holds/holds.controller.js';
import { ORDER_NUMBERS, orderNumbersSchema } from './numbers/order-number.schema.js';
import type { OrderConfig } from './order.config.js';
import { OrderNumbers } from './numbers/order-numbers.service.js';
import { InvoicesConsumer } from './invoices/invoices.consumer.js';
import { InvoicesController } from './invoices/invoices.controller.js';
import { Invoices } from './invoices/invoices.service.js';
import { TAX_DOCUMENT, taxDocumentSchema } from './invoices/tax-document.schema.js';
import { TaxDocuments } from './invoices/tax-documents.service.js';
import { ReportsController } from './reports/reports.controller.js';
import { Reports } from './reports/reports.service.js';
import { ShopController } from './shop/shop.controller.js';
import { SHOP_SETTINGS, shopSettingsSchema } from './shop/shop.schema.js';
import { ShippingConsumer } from './shipping/shipping.consumer.js';
import { Shop } from './shop/shop-settings.service.js';
import { AutomaticOffers } from './offers/automatic-offers.service.js';
import { CartOffers } from './offers/cart-offers.service.js';
import { OFFER, OFFER_USE, offerSchema, offerUseSchema } from './offers/offer.schema.js';
import { GroupMembers } from './offers/group-members.service.js';
import { OfferUses } from './offers/offer-uses.service.js';
import { OffersController } from './offers/offers.controller.js';
import { OffersService } from './offers/offers.service.js';
import { RunningOffers } from './offers/running-offers.service.js';
import { LineCancellations } from './orders/line-cancellations.service.js';
import { OrdersController } from './orders/orders.controller.js';
import { OrdersService } from './orders/orders.service.js';
import { PlacementService } from './placement/placement.service.js';
import { QuoteController } from './pricing/quote.controller.js';
import { Quotes } from './pricing/quotes.service.js';
import { SagaMetrics } from './reporting/saga-metrics.js';
import { Exchanges } from './returns/exchanges.service.js';
import { ReturnsController } from './returns/returns.controller.js';
import { ReturnEvidence } from './returns/return-evidence.service.js';
import { ReturnProgress } from './returns/return-progress.service.js';
import { Returns } from './returns/returns.service.js';
import { SalesCheck } from './reporting/sales-check.service.js';
import { SALES_DAY, SALES_STATE, salesDaySchema, salesStateSchema } from './reporting/sales-day.schema.js';
import { SalesDaysConsumer } from './reporting/sales-days.consumer.js';
import { SalesDays } from './reporting/sales-days.service.js';
import { SalesRecount } from './reporting/sales-recount.service.js';
import { SummaryController } from './reporting/summary.controller.js';
import { SummaryService } from './reporting/summary.service.js';
import { StockHolds } from './stock/stock-holds.js';
import { ORDER, orderSchema } from './store/order.schema.js';
import { OrderStore } from './store/order.store.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ORDER, schema: orderSchema },
      { name: ORDER_NUMBERS, schema: orderNumbersSchema },
      { name: TAX_DOCUMENT, schema: taxDocumentSchema },
      { name: SHOP_SETTINGS, schema: shopSettingsSchema },
      { name: SALES_DAY, schema: salesDaySchema },
      { name: SALES_STATE, schema: salesStateSchema },
      { name: ACCOUNT_HOLDS, schema: accountHoldsSchema },
      { name: COMPLAINT, schema: complaintSchema },
      { name: COD_SETTINGS, schema: codSettingsSchema },
      { name: NETWORK_HOLDS, schema: networkHoldsSchema },
      { name: OFFER, schema: offerSchema },
      { name: OFFER_USE, schema: offerUseSchema },
    ]),
  ],
  controllers: [
    CashController,
    ComplaintsController,
    CheckoutController,
    PaymentLinksController,
    EventsConsumer,
    HoldsController,
    InvoicesConsumer,
    InvoicesController,
    OffersController,
    OrdersController,
    QuoteController,
    ReportsController,
    ReturnsController,
    ShippingConsumer,
    ShopController,
    SalesDaysConsumer,
    SummaryController,
  ],
  providers: [
    Deliveries,
    OrderStore,
    OrderNumbers,
    AutomaticOffers,
    CartOffers,
    GroupMembers,
    OfferUses,
    OffersService,
    RunningOffers,
    Quotes,
    StockHolds,
    CheckoutSaga,
    OpenCheckouts,
    OrderPaymentLinks,
    PhoneOrders,
    HoldLimits,
    HoldsAdmin,
    PlacementService,
    PaymentVerification,
    Sweeper,
    CodSettings,
    CodChecks,
    CodCheckout,
    OrderCredit,
    CreditCheckout,
    PaymentMethods,
    Remittances,
    CashList,
    Complaints,
    ComplaintExport,
    retention<OrderConfig>(COMPLAINT, {
      field: 'receivedAt',
      days: ({ COMPLAINT_RETENTION_DAYS }) => COMPLAINT_RETENTION_DAYS,
    }),
    OrdersService,
    LineCancellations,
    Returns,
    ReturnProgress,
    ReturnEvidence,
    Exchanges,
    Shop,
    TaxDocuments,
    Invoices,
    Reports,
    SalesDays,
    SalesRecount,
    SalesCheck,
    SummaryService,
    SagaMetrics,
  ],
})
export class OrderModule {}
