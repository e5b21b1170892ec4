import { Controller, Injectable, Module } from '@nestjs/common';
import { getConnectionToken, getModelToken, InjectModel, MongooseModule } from '@nestjs/mongoose';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandName } from '@rangavalli/contracts/commands';
import type { Envelope } from '@rangavalli/contracts/events';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import type { Logger } from 'pino';
import { AppError } from './app-error.js';
import { Commands } from './commands/commands.js';
import { DEADLINE_HEADER, type WireReply } from './commands/wire.js';
import { serviceConfig } from './config.js';
import { listDeadLetters, replayDeadLetters } from './dead-letters/dead-letters.js';
import { createEvent } from './events/envelope.js';
import { Outbox, outboxField, outboxIndex, type OutboxFields } from './events/outbox.js';
import { Readiness } from './health/readiness.js';
import type { Identity } from './http/identity.js';
import { Caller, Input, readInput, HandlesCall } from './http/call.decorators.js';
import { currentContext, withCorrelation } from './log/context.js';
import { createService } from './service.js';
import { startTestNats, type TestNats } from './testing/nats-server.js';
import { buildIdentity, TEST_IDENTITY_ENV, testIdentityHeader } from './testing/test-identity.js';
import { eventually, startTestService, testMongoUri, type TestService } from './testing/test-service.js';
import { LOGGER, NATS } from './tokens.js';

interface Note extends OutboxFields {
  text: string;
}
const noteSchema = new Schema<Note>({ text: String, ...outboxField });
noteSchema.index(...outboxIndex);

const customer = buildIdentity({ id: 'a'.repeat(24) });
const nameOf = (error: Error) => (error.cause instanceof Error ? error.cause : error).name;
const seen: string[] = [];
let failures = 0;

@Injectable()
class Notes {
  constructor(
    @InjectModel('Note') readonly model: Model<Note>,
    readonly outbox: Outbox,
    readonly commands: Commands,
  ) {
    outbox.register(model);
  }

  async write(text: string): Promise<void> {
    const note = await this.model.create({
      text,
      outbox: [createEvent('user.registered', { userId: customer.id, name: text, email: 'a@example.com' })],
    });
    this.outbox.publishPending(this.model, note);
  }
}

@Controller()
class NotesController {
  @HandlesCall('GET /wishlist')
  wishlist(@Caller() caller: Identity) {
    return { success: true, productIds: [caller.id] };
  }

  @HandlesCall('PUT /wishlist/{id}')
  wish(@Input() input: { params: { id: string } }) {
    return { success: true, productIds: [input.params.id] };
  }

  @EventPattern('user.registered')
  registered(@Payload() event: Envelope<'user.registered'>) {
    if (failures > 0) {
      failures -= 1;
      throw new Error('failure');
    }
    seen.push(event.data.name);
  }

  @MessagePattern('rpc.cart.lines.get')
  lines(@Payload() request: { userId: string }) {
    if (request.userId === 'd'.repeat(24)) return { lines: ['x'.repeat(1_100_000)] };
    if (request.userId === 'c'.repeat(24)) throw new mongoose.mongo.MongoNetworkError('connection closed');
    if (request.userId !== customer.id) throw new AppError('CART_EMPTY', { details: { of: request.userId } });
    return { lines: [] };
  }

  @MessagePattern('rpc.payment.credit.reserve')
  reserve() {
    return { outcome: 'reserved' };
  }
}

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Note', schema: noteSchema }])],
  controllers: [NotesController],
  providers: [Notes],
})
class NotesModule {}

describe('a service', () => {
  let nats: TestNats;
  let service: TestService;
  let notes: Notes;

  beforeAll(async () => {
    nats = await startTestNats();
    service = await startTestService({ name: 'notes', config: serviceConfig, module: NotesModule }, nats.url, {
      COMMAND_ATTEMPT_MS: '500',
      COMMAND_DEADLINE_MS: '2500',
    });
    notes = service.app.get(Notes, { strict: false });
  });
  afterAll(async () => {
    await service.stop();
    await nats.stop();
  });

  /** Runs `test` with a process of its own that has not been ready yet. */
  async function withHeldService(test: (app: NestFastifyApplication, nats: TestNats) => Promise<void>): Promise<void> {
    const own = await startTestNats();
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'fatal', NATS_URL: own.url, ...TEST_IDENTITY_ENV };
    const uri = new URL(testMongoUri());
    uri.pathname = `/test_notes_held_${process.pid}`;
    const definition = { name: 'notes', config: serviceConfig, module: NotesModule };
    const app = await createService(definition, { ...env, MONGODB_URI: uri.toString() }, { isHeld: true });
    try {
      await test(app, own);
    } finally {
      await app.get<Connection>(getConnectionToken()).dropDatabase();
      await app.close();
      await own.stop();
    }
  }

  it('takes no requests, commands and events until it is ready, so that another process has them', () =>
    withHeldService(async (app) => {
      const requests = async () => {
        const request = { userId: customer.id };
        const command = app.get<NatsConnection>(NATS).request('rpc.cart.lines.get', JSON.stringify(request));
        const { statusCode, body } = await app.inject({
          url: '/wishlist',
          headers: testIdentityHeader('notes', customer),
        });
        return [statusCode, body.includes('"code"'), await command.then(() => 'reply', nameOf)];
      };
      expect(await requests()).toEqual([503, false, 'NoResponders']);
      expect((await app.inject('/health/live')).statusCode).toBe(200);
      await eventually(async () => expect((await app.inject('/health/ready')).statusCode).toBe(200));
      await eventually(async () => expect(await requests()).toEqual([200, false, 'reply']));
    }));

  it('becomes ready with NATS only', () =>
    withHeldService(async (app, own) => {
      const ready = async () => {
        const response = await app.inject('/health/ready');
        return [response.statusCode, response.json<object>()];
      };
      await own.kill();
      const withoutNats = { service: 'notes', ready: false, missing: ['nats'] };
      await eventually(async () => expect(await ready()).toEqual([503, withoutNats]));
      expect(app.get(Readiness).isOpen).toBe(false);
      await own.start();
      await eventually(async () => expect((await ready())[0]).toBe(200));
      expect(app.get(Readiness).isOpen).toBe(true);
    }));

  it('becomes ready only once a build of an index that the network interrupted has succeeded', () =>
    withHeldService(async (app) => {
      const model = app.get<Model<Note>>(getModelToken('Note'), { strict: false });
      await model.init();
      const interruption = new mongoose.mongo.MongoNetworkTimeoutError('connection timed out');
      jest.spyOn(model, 'init').mockRejectedValue(interruption);
      let complete!: () => void;
      const completed = new Promise<void>((resolve) => (complete = resolve));
      const build = jest.spyOn(model, 'createIndexes');
      build.mockRejectedValueOnce(interruption).mockReturnValueOnce(completed);
      const missing = async () => (await app.inject('/health/ready')).json<{ missing: string[] }>().missing;
      await eventually(async () => {
        expect(await missing()).toEqual(['indexes']);
        expect(build).toHaveBeenCalledTimes(2);
      });
      expect(await missing()).toEqual(['indexes']);
      complete();
      expect(await missing()).toEqual([]);
      expect(build).toHaveBeenCalledTimes(2);
    }));

  it('becomes ready without an index that the database refuses', () =>
    withHeldService(async (app) => {
      const model = app.get<Model<Note>>(getModelToken('Note'), { strict: false });
      await model.init();
      const build = jest.spyOn(model, 'createIndexes');
      const refusal = new mongoose.mongo.MongoServerError({ message: 'duplicate key', code: 11_000 });
      jest.spyOn(model, 'init').mockRejectedValue(refusal);
      expect((await app.inject('/health/ready')).statusCode).toBe(200);
      expect(build).not.toHaveBeenCalled();
    }));

  it('publishes an event written with its document, and consumes it', async () => {
    await notes.write('first');
    await eventually(() => expect(seen).toContain('first'));
    await eventually(async () => expect(await notes.model.countDocuments({ 'outbox.id': { $gt: '' } })).toBe(0));
  });

  it('publishes pending events after a NATS outage', async () => {
    await nats.kill();
    await notes.write('during the outage');
    expect(await notes.model.countDocuments({ 'outbox.id': { $gt: '' } })).toBe(1);
    await nats.start();
    await eventually(() => expect(seen).toContain('during the outage'), 20_000);
  });

  it('creates the streams again when NATS has lost its data, and goes on with its events', async () => {
    await nats.loseData();
    await notes.write('after the loss');
    await eventually(() => expect(seen).toContain('after the loss'), 30_000);
    await eventually(async () => expect(await notes.model.countDocuments({ 'outbox.id': { $gt: '' } })).toBe(0));
  }, 40_000);

  /** Returns the correlation ids of the lines with a message that `act` causes. */
  async function correlationIdsOf(level: 'warn' | 'error', message: string, act: () => Promise<void>) {
    const ids: (string | undefined)[] = [];
    const logger = service.app.get<Logger>(LOGGER);
    const { [level]: write } = logger;
    logger[level] = (_fields: unknown, text?: string) => {
      if (text === message) ids.push(currentContext()?.correlationId);
    };
    await withCorrelation('the-request', act).finally(() => (logger[level] = write));
    return ids;
  }

  it('retries an event after its handler failed, and logs that with the id of its request', async () => {
    failures = 1;
    const ids = await correlationIdsOf('warn', 'event handler failed; retrying', async () => {
      await notes.write('second try');
      await eventually(() => expect(seen).toContain('second try'));
    });
    expect(failures).toBe(0);
    expect(ids).toEqual(['the-request']);
  });

  it('moves an invalid event to the dead letters and replays it on request', async () => {
    service.nats.publish('user.registered', JSON.stringify({ id: 'x', nonsense: true }));
    const [deadLetter] = await eventually(async () => {
      const { deadLetters } = await listDeadLetters(service.nats, { limit: 10 });
      expect(deadLetters).toHaveLength(1);
      return deadLetters;
    });
    expect(deadLetter).toMatchObject({ service: 'notes', subject: 'user.registered' });
    expect(await replayDeadLetters(service.nats)).toBe(1);
    await eventually(async () =>
      expect((await listDeadLetters(service.nats, { limit: 10 })).deadLetters[0]?.sequence).toBeGreaterThan(
        deadLetter?.sequence ?? 0,
      ),
    );
  });

  it("replies to a command, with the owner's error if it fails", async () => {
    await expect(notes.commands.request('rpc.cart.lines.get', { userId: customer.id })).resolves.toEqual({ lines: [] });
    await expect(notes.commands.request('rpc.cart.lines.get', { userId: 'b'.repeat(24) })).rejects.toMatchObject({
      code: 'CART_EMPTY',
      details: { of: 'b'.repeat(24) },
    });
    // A transient database error is no fault of the service.
    const ids = await correlationIdsOf('error', 'command failed', async () => {
      const request = notes.commands.request('rpc.cart.lines.get', { userId: 'c'.repeat(24) });
      await expect(request).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
    expect([...new Set(ids)]).toEqual(['the-request']);
  });

  it('replies with INTERNAL to a command whose reply is larger than NATS takes, and serves the next one', async () => {
    await expect(notes.commands.request('rpc.cart.lines.get', { userId: 'd'.repeat(24) })).rejects.toMatchObject({
      code: 'INTERNAL',
    });
    await expect(notes.commands.request('rpc.cart.lines.get', { userId: customer.id })).resolves.toEqual({ lines: [] });
  });

  it('replies only to an inbox, so that clients cannot publish through the service', async () => {
    const received: string[] = [];
    service.nats.subscribe('elsewhere', { callback: (_error, message) => void received.push(message.string()) });
    service.nats.publish('rpc.cart.lines.get', JSON.stringify({ userId: customer.id }), { reply: 'elsewhere' });
    for (let attempt = 0; attempt < 5; attempt++)
      await notes.commands.request('rpc.cart.lines.get', { userId: customer.id });
    await service.nats.flush();
    expect(received).toEqual([]);
  });

  it('fails with UNAVAILABLE when no reply arrives before the deadline', async () => {
    await expect(
      notes.commands.request(
        'rpc.payment.order.create',
        { orderNumber: 'RV-26-0042174', orderId: customer.id, userId: customer.id, amountPaise: 100 },
        500,
      ),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('sends a lost command again, until the deadline of all commands at the latest', async () => {
    let attempts = 0;
    const subscription = service.nats.subscribe('rpc.catalog.products.get', {
      callback: (_error, message) => {
        attempts += 1;
        if (attempts === 2) message.respond(JSON.stringify({ ok: true, data: { products: [] } }));
      },
    });
    const request = (deadlineMs: number) =>
      notes.commands.request('rpc.catalog.products.get', { ids: [customer.id] }, deadlineMs);
    expect(await request(2_000)).toEqual({ products: [] });
    expect(attempts).toBe(2);
    // Longer than the test may take.
    await expect(request(60_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    subscription.unsubscribe();
  });

  it('handles a command that is late by the clocks of two machines, unless that could do harm', async () => {
    const send = async (subject: CommandName, request: object, lateMs: number) => {
      const attempt = headers();
      attempt.set(DEADLINE_HEADER, String(Date.now() - lateMs));
      const reply = service.nats.request(subject, JSON.stringify(request), { timeout: 2_000, headers: attempt });
      return reply.then((message) => message.json<WireReply>().ok, nameOf);
    };
    const credit = { userId: customer.id, orderId: customer.id, amountPaise: 100 };
    expect(
      await Promise.all([
        send('rpc.cart.lines.get', { userId: customer.id }, 3_000),
        send('rpc.cart.lines.get', { userId: customer.id }, 6_000),
        send('rpc.payment.credit.reserve', credit, -3_000),
        send('rpc.payment.credit.reserve', credit, 3_000),
      ]),
    ).toEqual([true, 'TimeoutError', true, 'TimeoutError']);
    const { body } = await service.app.inject('/metrics');
    for (const subject of ['rpc.cart.lines.get', 'rpc.payment.credit.reserve'])
      expect(body).toContain(`nats_command_expired_total{subject="${subject}"} 1\n`);
  });

  it("returns 401 without the gateway's signed identity", async () => {
    expect((await service.call('GET /wishlist', {})).body).toMatchObject({
      success: false,
      code: 'UNAUTHENTICATED',
      message: 'You must be logged in.',
    });
    expect((await service.call('GET /wishlist', {}, customer)).body.productIds).toEqual([customer.id]);
  });

  it('returns 400 with each invalid field', async () => {
    const response = await service.call('PUT /wishlist/{id}', { params: { id: 'nonsense' } }, customer);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { id: 'This is not a valid id.' } },
    });
  });

  it('rejects U+0000 in any text, and excessive nesting', () => {
    const request = { params: {}, query: { occasion: 'a\0b' }, body: undefined };
    expect(() => readInput('GET /products/getAll', request)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED' }),
    );
    const address = {
      params: {},
      query: {},
      body: { name: 'Asha', email: 'asha@example.com', password: 'long enough\0' },
    };
    expect(() => readInput('POST /users/register', address)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED' }),
    );
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
    expect(() => readInput('POST /users/register', { ...address, body: deep })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED' }),
    );
    expect(
      readInput('POST /users/register', { ...address, body: { ...address.body, password: 'long enough' } }).body,
    ).toBeDefined();
  });

  it('returns 503 from /health/ready with the missing dependency, and 200 while only NATS is missing', async () => {
    const ready = () => service.app.inject({ url: '/health/ready' });
    expect((await ready()).json()).toEqual({ service: 'notes', ready: true, missing: [] });
    const build = jest.spyOn(notes.model, 'init').mockReturnValue(new Promise(() => undefined));
    expect((await ready()).json()).toMatchObject({ ready: false, missing: ['indexes'] });
    build.mockRestore();
    await nats.kill();
    const response = await ready();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ service: 'notes', ready: true, missing: ['nats'] });
    await nats.start();
    await eventually(async () => expect((await ready()).json()).toMatchObject({ missing: [] }), 15_000);
  });
});

describe('shutdown', () => {
  it('does not wait for a NATS server that is down', async () => {
    const nats = await startTestNats();
    const service = await startTestService({ name: 'notes', config: serviceConfig, module: NotesModule }, nats.url);
    await nats.kill();
    await expect(service.stop()).resolves.toBeUndefined();
    await nats.stop();
  });
});
