import { AppError } from '@rangavalli/service-kit/app-error';
import type { BookedParcel, CourierAdapter, CourierEvent, ParcelToBook, Serviceability } from './courier.js';

/** A courier without an API: staff type in its number and set the status. */
export const ownCourier: CourierAdapter = {
  courier: 'own',
  async checkServiceability(): Promise<Serviceability> {
    return { serviceable: true, cod: true };
  },
  async createShipment({ reference }: ParcelToBook): Promise<BookedParcel> {
    return { awb: reference, courierName: 'Own courier', courierShipmentId: reference };
  },
  async getLabelPdf() {
    return undefined;
  },
  async requestPickup() {
    return { failures: [], known: [] };
  },
  async createManifestPdf() {
    return undefined;
  },
  async track(): Promise<CourierEvent[]> {
    return [];
  },
  async reattemptDelivery() {},
  async createReturn(): Promise<BookedParcel> {
    throw new AppError('COURIER_NOT_AVAILABLE');
  },
  async cancel() {},
};
