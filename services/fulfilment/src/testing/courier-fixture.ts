import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@rangavalli/service-kit/testing/nats-server';
import { startTestProcess, type TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { type FulfilmentFixture, startFulfilment } from './start-fulfilment.js';

export const WEBHOOK_KEY = 'webhook-key-for-tests';
export const PREVIOUS_WEBHOOK_KEY = 'previous-webhook-key-for-tests';

/** A customer whose PIN code both couriers serve. */
export const HYDERABAD = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@example.com',
  address: '12 Temple Road',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
};

interface StandInParcel {
  courier: 'shiprocket' | 'delhivery';
  reference: string;
  awb?: string;
  status: string;
  isCancelled: boolean;
  isReturn: boolean;
  codRupees: number;
  pickupOn?: string;
  hasManifest?: boolean;
  city: string;
  address: string;
}

interface Fault {
  path: string;
  drop?: 'before' | 'after';
  status?: number;
  body?: object;
  times?: number;
}

interface Move {
  at?: string;
  place?: string;
  reason?: string;
  webhook?: 'once' | 'twice' | 'late' | 'never';
}

/** The fulfilment service with accounts at the stand-ins of both couriers. */
export class CourierFixture {
  private constructor(
    readonly service: FulfilmentFixture,
    private readonly process: TestProcess,
    private readonly folder: string,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<CourierFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'rangavalli-couriers-'));
    const port = await findFreePort();
    const account = {
      SHIPROCKET_EMAIL: 'api@example.com',
      SHIPROCKET_PASSWORD: 'password-for-tests',
      SHIPROCKET_WEBHOOK_KEY: WEBHOOK_KEY,
      DELHIVERY_TOKEN: 'token-for-tests',
      DELHIVERY_WEBHOOK_KEY: WEBHOOK_KEY,
    };
    const main = new URL(import.meta.resolve('@rangavalli/couriers-stand-in/main'));
    const standIn = await startTestProcess(main, {
      ...account,
      DATA_DIR: folder,
      SHIPROCKET_WEBHOOK_URL: `http://127.0.0.1:${port}/shipments/webhook/aggregator`,
      DELHIVERY_WEBHOOK_URL: `http://127.0.0.1:${port}/shipments/webhook/dl`,
      WEBHOOK_LATE_MS: '400',
      UNSERVED_PINS: '9,744',
      NO_COD_PINS: '682',
    });
    const service = await startFulfilment({
      ...account,
      SHIPROCKET_WEBHOOK_KEY_PREVIOUS: PREVIOUS_WEBHOOK_KEY,
      DELHIVERY_WEBHOOK_KEY_PREVIOUS: PREVIOUS_WEBHOOK_KEY,
      SHIPROCKET_API_URL: standIn.url,
      DELHIVERY_API_URL: standIn.url,
      COURIER_TIMEOUT_MS: '2000',
      BOOKING_SWEEP_MS: '150',
      BOOKING_RETRY_MS: '150',
      COURIER_POLL_MS: '150',
      COVERAGE_TIMEOUT_MS: '2000',
      ...env,
    });
    await service.app.listen(port, '127.0.0.1');
    return new CourierFixture(service, standIn, folder);
  }

  /** One step of a parcel, with its webhook. */
  move(awb: string, status: string, facts: Move = {}): Promise<unknown> {
    return this.post('/simulate/tracking', { awb, status, ...facts });
  }

  replay(awb: string, times: number): Promise<unknown> {
    return this.post('/simulate/webhooks/replay', { awb, times, order: 'shuffled' });
  }

  faults(...rules: Fault[]): Promise<unknown> {
    return this.post('/simulate/faults', { rules });
  }

  expireToken(): Promise<unknown> {
    return this.post('/simulate/expire-token', {});
  }

  async bookingsOf(reference: string): Promise<StandInParcel[]> {
    const { parcels } = (await (await fetch(`${this.process.url}/simulate/state`)).json()) as {
      parcels: StandInParcel[];
    };
    return parcels.filter((parcel) => parcel.reference === reference);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.process.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async post(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${this.process.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
