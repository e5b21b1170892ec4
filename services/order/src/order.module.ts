import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { BeginCheckout } from './checkout/begin-checkout.service.js';
import { CheckoutCloser } from './checkout/checkout-closer.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { ProvePayment } from './checkout/prove-payment.service.js';
import { EventsConsumer } from './finalise/events.consumer.js';
import { Finaliser } from './finalise/finaliser.js';
import { Sweeper } from './finalise/sweeper.js';
import { SagaGauges } from './metrics/saga-gauges.js';
import { ORDER, orderSchema } from './orders/order.schema.js';
import { OrderStore } from './orders/order.store.js';
import { OrdersController } from './orders/orders.controller.js';
import { OrdersService } from './orders/orders.service.js';
import { StandingController } from './orders/standing.controller.js';
import { SummaryController } from './summary/summary.controller.js';
import { SummaryService } from './summary/summary.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: ORDER, schema: orderSchema }])],
  controllers: [CheckoutController, OrdersController, StandingController, SummaryController, EventsConsumer],
  providers: [
    OrderStore,
    CheckoutCloser,
    BeginCheckout,
    ProvePayment,
    Finaliser,
    OrdersService,
    SummaryService,
    Sweeper,
    SagaGauges,
  ],
})
export class OrderModule {}
