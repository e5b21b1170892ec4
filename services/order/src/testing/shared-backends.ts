import type { RazorpayStandIn } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import type { TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import mongoose from 'mongoose';
import { withBackends } from './backends.js';

/** NATS, Razorpay's stand-in and the payment service. */
export interface SharedBackends {
  natsUrl: string;
  razorpay: RazorpayStandIn;
  payment: TestProcess;
  /** Deletes events and payments. No order service is connected meanwhile. */
  clear(): Promise<void>;
}

let shared: Promise<SharedBackends> | undefined;

/** The files of one test process use them in turn: they take longer to start than many files to run. */
export const sharedBackends = (): Promise<SharedBackends> => (shared ??= start());

async function start(): Promise<SharedBackends> {
  const { nats, razorpay, payment } = await withBackends(async ({ startSlice, ...backends }) => ({
    ...backends,
    payment: await startSlice('payment', { RECONCILE_AFTER_MS: '2000' }),
  }));
  process.once('exit', () => {
    for (const running of [payment.process, razorpay.process, nats]) void running.kill();
  });
  // The runner ends a test process by a signal, and is disconnected when it was killed itself.
  for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => process.exit());
  return {
    natsUrl: nats.url,
    razorpay,
    payment: payment.process,
    async clear() {
      await clearDatabase(payment.database.name);
      await nats.purge();
      await razorpay.restart();
    },
  };
}

/** On a connection of its own: tests close those of the whole process. */
async function clearDatabase(name: string): Promise<void> {
  const uri = new URL(testMongoUri());
  uri.pathname = `/${name}`;
  const connection = await mongoose.createConnection(uri.toString()).asPromise();
  try {
    for (const collection of await connection.listCollections())
      await connection.collection(collection.name).deleteMany({});
  } finally {
    await connection.close();
  }
}
