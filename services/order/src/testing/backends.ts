import { randomBytes } from 'node:crypto';
import { findFreePort, startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { RazorpayStandIn } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import { TEST_IDENTITY_ENV } from '@rangavalli/service-kit/testing/test-identity';
import { startTestProcess, type TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import mongoose, { type Connection } from 'mongoose';

export const slices = ['catalog', 'cart', 'payment', 'order'] as const;
export type Slice = (typeof slices)[number];

const settings: Record<Slice, Record<string, string>> = {
  catalog: {
    MEDIA_URL: 'http://localhost:8080/media',
    CLOUDINARY_URL: 'cloudinary://key:secret@rangavalli?upload_prefix=http://127.0.0.1:9000',
    HOLD_SWEEP_MS: '150',
    STOCK_ARCHIVE_AFTER_MS: '3600000',
  },
  cart: { PRODUCT_CACHE_MS: '0' },
  payment: { RAZORPAY_TIMEOUT_MS: '1000', RECONCILE_MS: '150', RECONCILE_AFTER_MS: '800', REFUND_SWEEP_MS: '150' },
  order: { SWEEP_MS: '150', CAPTURE_HEAD_START_MS: '0' },
};

/** Real NATS, Razorpay's stand-in, and slices as processes with databases of their own. */
export interface Backends {
  nats: TestNats;
  razorpay: RazorpayStandIn;
  startSlice(slice: Slice, env?: Record<string, string>): Promise<{ process: TestProcess; database: Connection }>;
  onStop(stop: () => Promise<unknown>): void;
  stop(): Promise<void>;
}

/** Stops everything when `build` fails. */
export async function withBackends<T>(build: (backends: Backends) => Promise<T>): Promise<T> {
  const stops: (() => Promise<unknown>)[] = [];
  const onStop = (stop: () => Promise<unknown>) => void stops.push(stop);
  const stop = async () => {
    for (const next of stops.splice(0).reverse()) await next();
  };
  try {
    const nats = await startTestNats();
    onStop(() => nats.stop());
    const paymentPort = await findFreePort();
    const razorpay = await RazorpayStandIn.start(`http://127.0.0.1:${paymentPort}/payments/webhook`);
    onStop(() => razorpay.stop());
    const client = await mongoose.createConnection(testMongoUri()).asPromise();
    onStop(() => client.close());
    const startSlice: Backends['startSlice'] = async (slice, env = {}) => {
      const uri = new URL(testMongoUri());
      uri.pathname = `/test_shop_${slice}_${randomBytes(6).toString('hex')}`;
      const database = client.useDb(uri.pathname.slice(1));
      onStop(() => database.dropDatabase());
      const started = await startTestProcess(new URL(`../../../${slice}/dist/main.js`, import.meta.url), {
        ...razorpay.env,
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        NATS_URL: nats.url,
        MONGODB_URI: uri.toString(),
        ...TEST_IDENTITY_ENV,
        RATE_LIMIT: 'off',
        OUTBOX_POLL_MS: '150',
        COMMAND_ATTEMPT_MS: '500',
        ...(slice === 'payment' ? { PORT: String(paymentPort) } : {}),
        ...settings[slice],
        ...env,
      });
      onStop(() => started.stop());
      return { process: started, database };
    };
    return await build({ nats, razorpay, startSlice, onStop, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}
