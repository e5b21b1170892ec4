import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { retention } from '@rangavalli/service-kit/database/retention';
import { Couriers } from './couriers/couriers.js';
import { DispatchController } from './dispatch/dispatch.controller.js';
import { DispatchDocuments } from './dispatch/dispatch-documents.service.js';
import { DispatchQueue } from './dispatch/dispatch-queue.service.js';
import { DISPATCH_ORDER, dispatchSchema } from './dispatch/dispatch.schema.js';
import { Dispatch } from './dispatch/dispatch.service.js';
import { CourierWebhooksController } from './couriers/webhooks.controller.js';
import type { FulfilmentConfig } from './fulfilment.config.js';
import { PinsController } from './pins/pins.controller.js';
import { PinsService } from './pins/pins.service.js';
import { FestivalsController } from './promise/festivals.controller.js';
import { Festivals } from './promise/festivals.service.js';
import { CashRules } from './promise/cash-rules.js';
import { ProductCache } from './promise/product-cache.js';
import { CourierCoverage } from './promise/courier-coverage.js';
import { PinTermsService } from './promise/pin-terms.service.js';
import { PromiseController } from './promise/promise.controller.js';
import { PromiseService } from './promise/promise.service.js';
import { DELIVERY_RECORD, deliveryRecordSchema } from './settings/delivery-record.schema.js';
import { DeliveryStore } from './settings/delivery-store.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsService } from './settings/settings.service.js';
import { Bookings } from './shipments/bookings.js';
import { RETURN_PARCEL, returnParcelSchema } from './returns/return-parcel.schema.js';
import { ReturnParcels } from './returns/return-parcels.service.js';
import { ReturnPickupsController } from './returns/return-pickups.controller.js';
import { ReturnPickups } from './returns/return-pickups.service.js';
import { CourierScans } from './shipments/courier-scans.js';
import { ParcelSizes } from './shipments/parcel-sizes.service.js';
import { ShipmentStore } from './shipments/shipment-store.js';
import { TrackingPoller } from './shipments/tracking-poller.js';
import { Undelivered } from './shipments/undelivered.service.js';
import { ORDER_SHIPMENTS, orderShipmentsSchema } from './shipments/shipment.schema.js';
import { ShipmentsController } from './shipments/shipments.controller.js';
import { Shipments } from './shipments/shipments.service.js';
import { WaitlistController } from './waitlist/waitlist.controller.js';
import { WaitlistExportController } from './waitlist/waitlist-export.controller.js';
import { WAITLIST, waitlistSchema } from './waitlist/waitlist.schema.js';
import { WaitlistSweep } from './waitlist/waitlist-sweep.service.js';
import { WaitlistService } from './waitlist/waitlist.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: DELIVERY_RECORD, schema: deliveryRecordSchema },
      { name: DISPATCH_ORDER, schema: dispatchSchema },
      { name: ORDER_SHIPMENTS, schema: orderShipmentsSchema },
      { name: RETURN_PARCEL, schema: returnParcelSchema },
      { name: WAITLIST, schema: waitlistSchema },
    ]),
  ],
  controllers: [
    PromiseController,
    FestivalsController,
    SettingsController,
    PinsController,
    ShipmentsController,
    DispatchController,
    CourierWebhooksController,
    ReturnPickupsController,
    WaitlistController,
    WaitlistExportController,
  ],
  providers: [
    DeliveryStore,
    ProductCache,
    CashRules,
    PromiseService,
    Festivals,
    SettingsService,
    PinsService,
    Couriers,
    CourierCoverage,
    PinTermsService,
    ShipmentStore,
    ParcelSizes,
    Bookings,
    ReturnParcels,
    ReturnPickups,
    retention<FulfilmentConfig>(RETURN_PARCEL, {
      field: 'createdAt',
      days: ({ SHIPMENT_RETENTION_DAYS }) => SHIPMENT_RETENTION_DAYS,
    }),
    CourierScans,
    TrackingPoller,
    Undelivered,
    Shipments,
    retention<FulfilmentConfig>(ORDER_SHIPMENTS, {
      field: 'createdAt',
      days: ({ SHIPMENT_RETENTION_DAYS }) => SHIPMENT_RETENTION_DAYS,
    }),
    DispatchQueue,
    Dispatch,
    DispatchDocuments,
    retention<FulfilmentConfig>(DISPATCH_ORDER, {
      field: 'closedAt',
      days: ({ DISPATCH_RETENTION_DAYS }) => DISPATCH_RETENTION_DAYS,
    }),
    WaitlistService,
    WaitlistSweep,
    retention<FulfilmentConfig>(WAITLIST, {
      field: 'requestedAt',
      days: ({ WAITLIST_RETENTION_DAYS }) => WAITLIST_RETENTION_DAYS,
    }),
  ],
})
export class FulfilmentModule {}
