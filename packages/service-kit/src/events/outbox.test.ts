import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { InjectModel, MongooseModule } from '@nestjs/mongoose';
import { Injectable, Module } from '@nestjs/common';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { type Model, Schema, Types } from 'mongoose';
import type { Logger } from 'pino';
import { serviceConfig } from '../config.js';
import { natsAddress } from '../nats/credentials.js';
import { currentContext } from '../log/context.js';
import { natsServerConfig, passwordVariable } from '../nats/server-config.js';
import { startTestNats, type TestNats } from '../testing/nats-server.js';
import { eventually, startTestService, type TestService } from '../testing/test-service.js';
import { LOGGER } from '../tokens.js';
import { createEvent } from './envelope.js';
import { Outbox, outboxField, type OutboxFields, outboxIndex } from './outbox.js';
import { PublishRetries } from './publish-retries.js';

/** Small, so that a test can exceed it. */
const MAX_FAILING = 150;

const noteSchema = new Schema<OutboxFields>({ ...outboxField });
noteSchema.index(...outboxIndex);

@Injectable()
class Notes {
  constructor(
    @InjectModel('Note') readonly model: Model<OutboxFields>,
    outbox: Outbox,
  ) {
    outbox.register(model, { maxFailing: MAX_FAILING });
  }
}

@Module({ imports: [MongooseModule.forFeature([{ name: 'Note', schema: noteSchema }])], providers: [Notes] })
class NotesModule {}

const userId = 'a'.repeat(24);
const refused = () => createEvent('user.registered', { userId, name: 'Asha', email: 'asha@example.com' });
const permitted = () => createEvent('order.expired', { orderId: 'b'.repeat(24), userId, holdId: 'hold' });

describe('the outbox, when NATS refuses a subject', () => {
  let nats: TestNats;
  let operator: NatsConnection;
  let manager: JetStreamManager;
  let service: TestService;
  let model: Model<OutboxFields>;

  beforeAll(async () => {
    nats = await startTestNats({ withUsers: true });
    operator = await connect(natsAddress(nats.url));
    manager = await jetstreamManager(operator);
    const definition = { name: 'order', config: serviceConfig, module: NotesModule };
    service = await startTestService(definition, nats.urlOf('order'));
    model = service.app.get(Notes, { strict: false }).model;
  }, 30_000);
  afterAll(async () => {
    await service.stop();
    await operator.close();
    await nats.stop();
  });

  const stored = async (): Promise<string[]> => {
    const { state } = await manager.streams.info('EVENTS');
    const messages = await Promise.all(
      Array.from({ length: state.messages }, (_, index) => manager.streams.getMessage('EVENTS', { seq: index + 1 })),
    );
    return messages.flatMap((message) => (message ? [message.json<{ id: string }>().id] : []));
  };
  const failing = async (): Promise<number> => {
    const { body } = await service.app.inject('/metrics');
    return Number(/^outbox_failing_documents\{subject="user\.registered"\} (\d+)$/m.exec(body)?.[1] ?? 0);
  };

  it('publishes the documents behind it, keeps the order of each document, and recovers once it is permitted', async () => {
    // More than one sweep takes, with the smallest ids: the query returns them first.
    const stuck = Array.from({ length: 130 }, (_, index) => ({
      outbox: [{ ...refused(), id: `0-${String(index).padStart(3, '0')}` }],
    }));
    const mixed = {
      _id: new Types.ObjectId(),
      outbox: [
        { ...refused(), id: '0-first' },
        { ...permitted(), id: '9' },
      ],
    };
    const logger = service.app.get<Logger>(LOGGER);
    const logged = new Set<string | undefined>();
    const { warn } = logger;
    logger.warn = () => logged.add(currentContext()?.correlationId);
    await model.insertMany([...stuck, mixed]);
    await eventually(async () => expect(await failing()).toBe(131), 30_000);
    logger.warn = warn;
    // Of the requests that wrote the events.
    expect(logged).toEqual(new Set([...stuck, mixed].map(({ outbox: [event] }) => event?.correlationId)));
    const behind = permitted();
    await model.insertMany([{ outbox: [behind] }]);
    await eventually(async () => expect(await stored()).toEqual([behind.id]));
    expect(await failing()).toBe(131);

    // More documents fail than are kept: those beyond do not fill the sweeps.
    const beyond = Array.from({ length: 500 }, (_, index) => ({
      outbox: [{ ...refused(), id: `0-beyond-${String(index).padStart(3, '0')}` }],
    }));
    await model.insertMany(beyond);
    await eventually(async () => expect(await failing()).toBe(MAX_FAILING), 30_000);
    const fresh = permitted();
    await model.insertMany([{ outbox: [fresh] }]);
    await eventually(async () => expect(await stored()).toEqual([behind.id, fresh.id]), 30_000);

    const logins = natsUsers.map((name) => ({
      of: name === 'order' ? ('operator' as const) : name,
      name,
      password: `$${passwordVariable(name)}`,
    }));
    await nats.reload(natsServerConfig(logins));
    await eventually(async () => expect(await model.countDocuments({ 'outbox.id': { $gt: '' } })).toBe(0), 60_000);
    const ids = await stored();
    expect(ids).toHaveLength(2 + 130 + 2 + 500);
    expect(ids.indexOf('9')).toBeGreaterThan(ids.indexOf('0-first'));
    expect(await failing()).toBe(0);
  }, 120_000);
});

describe('the retries of the outbox', () => {
  it('block a subject only when no more documents can be kept', () => {
    const retries = new PublishRetries<number>(300);
    const fail = (count: number, first: number, subject: string): void => {
      for (let id = first; id < first + count; id += 1) retries.recordFailure(id, subject);
    };
    fail(20, 0, 'order.placed');
    fail(279, 20, 'user.registered');
    expect(retries.blockedSubjects).toEqual([]);
    fail(1, 299, 'user.registered');
    expect(retries.blockedSubjects).toEqual(['user.registered']);
    retries.recordSuccess(299);
    expect(retries.blockedSubjects).toEqual([]);
    expect(retries.ids).toHaveLength(20);
  });

  it('wait longer after each failure, up to a minute, with jitter', () => {
    const retries = new PublishRetries<string>();
    // After n failures: nothing is due before the half of the pause, everything after the whole.
    const pausesMs = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000];
    pausesMs.forEach((pauseMs, index) => {
      expect(retries.recordFailure('a', 'order.placed', 0)).toBe(index + 1);
      expect(retries.due(10, pauseMs / 2 - 1)).toEqual([]);
      expect(retries.due(10, pauseMs)).toEqual(['a']);
    });
  });

  it('end for all documents of a subject with the first that succeeds', () => {
    const retries = new PublishRetries<string>();
    for (const id of ['a', 'b']) retries.recordFailure(id, 'order.placed');
    retries.recordFailure('c', 'order.expired');
    retries.recordSuccess('new');
    expect(retries.ids).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    retries.recordSuccess('a');
    expect(retries.ids).toEqual(['c']);
    expect(retries.countBySubject()).toEqual(new Map([['order.expired', 1]]));
  });
});
