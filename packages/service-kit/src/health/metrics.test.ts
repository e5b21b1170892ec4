import { jetstream } from '@nats-io/jetstream';
import { Controller, Inject, Module } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Envelope } from '@rangavalli/contracts/events';
import type { Model } from 'mongoose';
import { register } from 'prom-client';
import { AppError } from '../app-error.js';
import { Commands } from '../commands/commands.js';
import { serviceConfig } from '../config.js';
import { createEvent } from '../events/envelope.js';
import { Outbox, outboxField, outboxIndex, type OutboxFields } from '../events/outbox.js';
import { Input, HandlesCall } from '../http/call.decorators.js';
import { startTestNats, type TestNats } from '../testing/nats-server.js';
import { eventually, startTestService, type TestService } from '../testing/test-service.js';

const userId = 'a'.repeat(24);
const cancelled = (by: string) => ({
  orderId: userId,
  userId,
  orderNumber: 'RV-26-0042174',
  customer: {},
  holdId: 'h',
  razorpayPaymentId: 'p',
  amountPaise: 1,
  lines: [],
  by,
});

@Schema({ collection: 'things' })
class Thing {
  @Prop(outboxField.outbox)
  outbox!: OutboxFields['outbox'];
}
const schema = SchemaFactory.createForClass(Thing);
schema.index(...outboxIndex);

@Controller()
class ThingController {
  private failures = 1;

  constructor(
    @InjectModel(Thing.name) readonly model: Model<Thing>,
    @Inject(Outbox) readonly outbox: Outbox,
  ) {
    outbox.register(model);
  }

  @HandlesCall('GET /products/getOne/{id}')
  product(@Input() { params }: { params: { id: string } }) {
    throw params.id === userId ? new AppError('PRODUCT_NOT_FOUND') : new Error('bug');
  }

  @EventPattern('order.cancelled')
  cancelled(@Payload() event: Envelope<'order.cancelled'>) {
    if (event.data.by === 'never' || this.failures-- > 0) throw new Error('failure');
  }

  @EventPattern('order.unfulfillable')
  unfulfillable(@Payload() _event: Envelope<'order.unfulfillable'>) {}

  @EventPattern('order.placed')
  placed(@Payload() _event: Envelope<'order.placed'>) {}

  @EventPattern('order.return.decided')
  returned(@Payload() _event: Envelope<'order.return.decided'>) {}

  @EventPattern('order.expired')
  expired(@Payload() _event: Envelope<'order.expired'>) {}

  @EventPattern('order.lines.cancelled')
  linesCancelled(@Payload() _event: Envelope<'order.lines.cancelled'>) {}

  @MessagePattern('rpc.cart.lines.get')
  lines(@Payload() request: { userId: string }) {
    if (request.userId !== userId) throw new AppError('CART_EMPTY');
    return { lines: [] };
  }
}

@Module({ imports: [MongooseModule.forFeature([{ name: Thing.name, schema }])], controllers: [ThingController] })
class ThingModule {}

@Module({})
class EmptyModule {}

describe('metrics', () => {
  let nats: TestNats;
  let service: TestService;
  /** The service that manages the streams. */
  let manager: TestService;

  beforeAll(async () => {
    register.resetMetrics();
    nats = await startTestNats();
    service = await startTestService({ name: 'payment', config: serviceConfig, module: ThingModule }, nats.url, {
      RELEASE_VERSION: '1.4.0',
    });
    manager = await startTestService({ name: 'notification', config: serviceConfig, module: EmptyModule }, nats.url);
  });
  afterAll(async () => {
    await service.stop();
    await manager.stop();
    await nats.stop();
  });

  /** Returns the value of a metric line; undefined when it is missing. */
  const value = async (line: string, of = service): Promise<number | undefined> => {
    const text = (await of.app.inject('/metrics')).body.split('\n').find((one) => one.startsWith(`${line} `));
    return text === undefined ? undefined : Number(text.slice(line.length + 1));
  };

  it('count HTTP requests by route template', async () => {
    for (const id of [userId, 'b'.repeat(24), 'c'.repeat(24)]) await service.app.inject(`/products/getOne/${id}`);
    await service.app.inject('/unknown');
    const count = (route: string, status: number) =>
      value(`http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`);
    expect([
      await count('/products/getOne/:id', 404),
      await count('/products/getOne/:id', 500),
      await count('unknown', 404),
    ]).toEqual([1, 2, 1]);
    expect((await service.app.inject('/metrics')).body).not.toContain(userId);
  });

  it('count commands at client and server by outcome', async () => {
    const commands = service.app.get(Commands);
    await commands.request('rpc.cart.lines.get', { userId });
    await expect(commands.request('rpc.cart.lines.get', { userId: 'b'.repeat(24) })).rejects.toMatchObject({
      code: 'CART_EMPTY',
    });
    await expect(commands.request('rpc.payment.verify', {} as never, 200)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    const count = (side: string, subject: string, outcome: string) =>
      value(`nats_${side}_duration_seconds_count{subject="${subject}",outcome="${outcome}"}`);
    for (const side of ['request', 'command'])
      expect([
        await count(side, 'rpc.cart.lines.get', 'ok'),
        await count(side, 'rpc.cart.lines.get', 'refused'),
      ]).toEqual([1, 1]);
    expect(await count('request', 'rpc.payment.verify', 'error')).toBe(1);
    expect(await value('nats_request_retries_total{subject="rpc.payment.verify"}')).toBeGreaterThan(0);
  });

  it('count published, handled and retried events, and their age', async () => {
    const { model, outbox } = service.app.get(ThingController);
    outbox.publishPending(model, await model.create({ outbox: [createEvent('order.cancelled', cancelled('admin'))] }));
    const handled = (outcome: string) =>
      value(`nats_event_handler_duration_seconds_count{subject="order.cancelled",outcome="${outcome}"}`);
    await eventually(async () => expect([await handled('error'), await handled('ok')]).toEqual([1, 1]));
    expect(await value('nats_publish_total{subject="order.cancelled",outcome="ok"}')).toBeGreaterThan(0);
    expect(await value('nats_event_age_seconds_count{subject="order.cancelled"}')).toBe(1);
    expect(await value('nats_event_age_seconds_bucket{le="0.25",subject="order.cancelled"}')).toBe(0);
  });

  it('show backlogs and dead letters, and leave out unknown values while NATS is down', async () => {
    const consumer = (gauge: string) => value(`nats_consumer_${gauge}{subject="order.cancelled"}`);
    await service.publish('order.cancelled', cancelled('never'));
    await eventually(async () =>
      expect([await consumer('pending'), await consumer('ack_pending'), await consumer('redelivered')]).toEqual([
        0, 1, 1,
      ]),
    );
    expect([await value('nats_up'), await value('database_up')]).toEqual([1, 1]);
    await jetstream(service.nats).publish('dead.order.payment.captured', '{}');
    expect([
      await value('nats_dead_letters{slice="order"}', manager),
      await value('nats_dead_letters{slice="user"}', manager),
    ]).toEqual([1, 0]);
    expect(await value('process_release_info{service="payment",version="1.4.0"}')).toBe(1);
    expect([await value('nats_ping_seconds'), await value('database_ping_seconds')]).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
    expect([
      await value('nats_stream_messages{stream="DEAD_LETTERS"}', manager),
      await value('nats_stream_replicas_behind{stream="DEAD_LETTERS"}', manager),
    ]).toEqual([1, 0]);
    await nats.kill();
    const { model } = service.app.get(ThingController);
    const event = createEvent('order.cancelled', cancelled('admin'));
    await model.create({ outbox: [{ ...event, time: new Date(Date.now() - 60_000).toISOString() }] });
    await eventually(async () =>
      expect([await value('nats_up'), await value('outbox_pending_documents')]).toEqual([0, 1]),
    );
    expect([await consumer('pending'), await value('nats_dead_letters{slice="order"}', manager)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await value('outbox_oldest_age_seconds')).toBeGreaterThanOrEqual(60);
    await nats.start();
    await eventually(async () =>
      expect([
        await value('nats_up'),
        await value('outbox_pending_documents'),
        await value('outbox_oldest_age_seconds'),
      ]).toEqual([1, 0, 0]),
    );
  });
});
