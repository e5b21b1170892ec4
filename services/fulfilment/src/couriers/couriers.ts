import { Inject, Injectable } from '@nestjs/common';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FulfilmentConfig } from '../fulfilment.config.js';
import type { CourierAdapter } from './courier.js';
import { Delhivery } from './delhivery.js';
import { ownCourier } from './own-courier.js';
import { Shiprocket } from './shiprocket.js';

/** The couriers of the shop: its own, and those whose account is configured. */
@Injectable()
export class Couriers {
  private readonly adapters: ReadonlyMap<Courier, CourierAdapter>;

  constructor(@Inject(CONFIG) config: FulfilmentConfig) {
    this.adapters = new Map([ownCourier, ...connect(config)].map((adapter) => [adapter.courier, adapter]));
  }

  /** Couriers that book parcels themselves. */
  get connected(): Courier[] {
    return [...this.adapters.keys()].filter((courier) => courier !== 'own');
  }

  isConnected(courier: Courier): boolean {
    return courier !== 'own' && this.adapters.has(courier);
  }

  /** @throws AppError COURIER_NOT_AVAILABLE without an account */
  get(courier: Courier): CourierAdapter {
    const adapter = this.adapters.get(courier);
    if (!adapter) throw new AppError('COURIER_NOT_AVAILABLE');
    return adapter;
  }
}

function* connect(config: FulfilmentConfig): Generator<CourierAdapter> {
  const { SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD, DELHIVERY_TOKEN, COURIER_TIMEOUT_MS: timeoutMs } = config;
  if (SHIPROCKET_EMAIL && SHIPROCKET_PASSWORD)
    yield new Shiprocket({
      apiUrl: config.SHIPROCKET_API_URL,
      email: SHIPROCKET_EMAIL,
      password: SHIPROCKET_PASSWORD,
      pickupLocation: config.SHIPROCKET_PICKUP_LOCATION,
      timeoutMs,
    });
  if (DELHIVERY_TOKEN)
    yield new Delhivery({
      apiUrl: config.DELHIVERY_API_URL,
      token: DELHIVERY_TOKEN,
      pickupLocation: config.DELHIVERY_PICKUP_LOCATION,
      timeoutMs,
    });
}
