import { Injectable } from '@nestjs/common';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { CourierAdapter } from './courier.js';
import { ownCourier } from './own-courier.js';

/** The couriers of the shop: its own, and those whose account is configured. */
@Injectable()
export class Couriers {
  private readonly adapters = new Map<Courier, CourierAdapter>([['own', ownCourier]]);

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
