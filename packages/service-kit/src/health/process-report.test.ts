import { jetstream } from '@nats-io/jetstream';
import { Controller, Module } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { processReport, type ProcessReport } from '@rangavalli/contracts/entities/system';
import type { Model } from 'mongoose';
import { pino } from 'pino';
import { serviceConfig } from '../config.js';
import { createEvent } from '../events/envelope.js';
import { Outbox, outboxField, outboxIndex, type OutboxFields } from '../events/outbox.js';
import { type Identity, IDENTITY_HEADER, IdentitySigner } from '../http/identity.js';
import { createIdentityKeys, identityPrivateKey } from '../http/identity-keys.js';
import { connectNats } from '../nats/connection.js';
import { startTestNats, type TestNats } from '../testing/nats-server.js';
import { eventually, startTestService, type TestService } from '../testing/test-service.js';
import { buildIdentity, testIdentityHeader } from '../testing/test-identity.js';
import { Readiness } from './readiness.js';

const owner = buildIdentity({ id: 'a'.repeat(24), role: 'owner' });
const userId = 'b'.repeat(24);

@Schema({ collection: 'things' })
class Thing {
  @Prop(outboxField.outbox)
  outbox!: OutboxFields['outbox'];
}
const schema = SchemaFactory.createForClass(Thing);
schema.index(...outboxIndex);

let things: Model<Thing>;

@Controller()
class ThingController {
  constructor(@InjectModel(Thing.name) model: Model<Thing>, outbox: Outbox) {
    things = model;
    outbox.register(model);
  }

  @EventPattern('order.cancelled')
  cancelled(@Payload() _event: unknown) {
    throw new Error('failure');
  }

  @EventPattern('order.unfulfillable')
  unfulfillable(@Payload() _event: unknown) {}

  @EventPattern('order.placed')
  placed(@Payload() _event: unknown) {}

  @EventPattern('order.return.decided')
  returned(@Payload() _event: unknown) {}

  @EventPattern('order.expired')
  expired(@Payload() _event: unknown) {}

  @EventPattern('order.lines.cancelled')
  linesCancelled(@Payload() _event: unknown) {}
}

@Module({ imports: [MongooseModule.forFeature([{ name: Thing.name, schema }])], controllers: [ThingController] })
class ThingModule {}

@Module({})
class EmptyModule {}

describe('GET /health/system', () => {
  let nats: TestNats;
  let service: TestService;
  /** The service that manages the streams. */
  let manager: TestService;

  beforeAll(async () => {
    nats = await startTestNats({ withUsers: true });
    // Each by its own NATS user, whose permissions the reports need.
    const payment = { name: 'payment', config: serviceConfig, module: ThingModule };
    service = await startTestService(payment, nats.urlOf('payment'), {
      OUTBOX_POLL_MS: '60000',
      RELEASE_VERSION: '1.4.0',
    });
    manager = await startTestService(
      { name: 'notification', config: serviceConfig, module: EmptyModule },
      nats.urlOf('notification'),
    );
  });
  afterAll(async () => {
    await service.stop();
    await manager.stop();
    await nats.stop();
  });

  const request = (headers: Record<string, string> = {}, of = service) =>
    of.app.inject({ method: 'GET', url: '/health/system', headers });
  const as = (identity: Identity, service = 'payment') => testIdentityHeader(service, identity);
  const report = async (of = service): Promise<ProcessReport> =>
    processReport.parse((await request(as(owner, of === service ? 'payment' : 'notification'), of)).json());

  it('returns 404 unless the gateway signed the request for staff that may see operations', async () => {
    const other = new IdentitySigner(identityPrivateKey.parse(createIdentityKeys().privateKey));
    const refused = [
      {},
      as(owner, 'order'),
      as({ ...owner, role: 'user' }),
      as({ ...owner, role: 'support' }),
      { [IDENTITY_HEADER]: other.sign('payment', { identity: owner }) },
    ];
    for (const headers of refused) expect((await request(headers)).statusCode).toBe(404);
    expect((await request(as({ ...owner, role: 'manager' }))).statusCode).toBe(200);
  });

  it('returns service, release, and the state of NATS and database', async () => {
    expect(await report()).toMatchObject({
      service: 'payment',
      version: '1.4.0',
      stopping: false,
      nats: { ok: true },
      database: { ok: true },
      outbox: { documents: 0 },
    });
    expect(Date.parse((await report()).startedAt)).toBeLessThanOrEqual(Date.now());
  });

  it('returns redelivered events, unpublished events and the dead letters of all slices', async () => {
    const operator = await connectNats(nats.url, 'operator', pino({ level: 'silent' }));
    try {
      const client = jetstream(operator);
      const event = createEvent('order.cancelled', {
        customer: {},
        orderNumber: 'RV-26-0042174',
        orderId: userId,
        userId,
        holdId: 'h',
        razorpayPaymentId: 'p',
        amountPaise: 1,
        lines: [],
        by: 'x',
      });
      await client.publish('order.cancelled', JSON.stringify(event));
      await client.publish('dead.user.order.placed', '{}');
      await client.publish('dead.user.order.status.changed', '{}');
      await client.publish('$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.EVENTS.order__payment_captured', '{}');
    } finally {
      await operator.close();
    }
    const unpublished = createEvent('payment.captured', {
      orderId: userId,
      userId,
      razorpayOrderId: 'o',
      razorpayPaymentId: 'p',
      amountPaise: 1,
      method: 'upi',
      capturedAt: new Date().toISOString(),
    });
    await things.create({ outbox: [unpublished] });
    await eventually(async () => {
      const { consumers, outbox } = await report();
      const { deadLetters } = await report(manager);
      expect(consumers).toEqual([
        { event: 'order.placed', waiting: 0, unacknowledged: 0, redelivered: 0 },
        { event: 'order.expired', waiting: 0, unacknowledged: 0, redelivered: 0 },
        { event: 'order.unfulfillable', waiting: 0, unacknowledged: 0, redelivered: 0 },
        { event: 'order.cancelled', waiting: 0, unacknowledged: 1, redelivered: 1 },
        { event: 'order.lines.cancelled', waiting: 0, unacknowledged: 0, redelivered: 0 },
        { event: 'order.return.decided', waiting: 0, unacknowledged: 0, redelivered: 0 },
      ]);
      expect(outbox).toEqual({ documents: 1, oldest: unpublished.time });
      expect(deadLetters?.toSorted((one, other) => one.slice.localeCompare(other.slice))).toEqual([
        { slice: 'order', count: 1 },
        { slice: 'user', count: 2 },
      ]);
    });
  });

  it('responds while NATS is down, without values from NATS, and reports a shutdown', async () => {
    await nats.kill();
    const { nats: probe, database, consumers, outbox } = await report();
    const { deadLetters } = await report(manager);
    expect([probe.ok, database?.ok, consumers, deadLetters, outbox?.documents]).toEqual([
      false,
      true,
      undefined,
      undefined,
      1,
    ]);
    await nats.start();
    await eventually(async () => expect((await report()).nats.ok).toBe(true));
    service.app.get(Readiness).stop();
    expect((await report()).stopping).toBe(true);
  });
});
