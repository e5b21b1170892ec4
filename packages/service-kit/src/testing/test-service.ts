import { fillPath } from '@rangavalli/contracts/path';
import { randomBytes } from 'node:crypto';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getConnectionToken } from '@nestjs/mongoose';
import { type CallResponse, getCall, type CallKey, type CallRequest } from '@rangavalli/contracts/calls';
import { type Envelope, type EventData, type EventName, streams } from '@rangavalli/contracts/events';
import type { ErrorResponse } from '@rangavalli/contracts/primitives';
import mongoose, { type Connection, type mongo } from 'mongoose';
import type { z } from 'zod';
import { createEvent, readEvent } from '../events/envelope.js';
import { durableName } from '../nats/subjects.js';
import type { Identity, Visitor } from '../http/identity.js';
import { createService, type ServiceDefinition } from '../service.js';
import { NATS } from '../tokens.js';
import { QueryPlans } from './query-plans.js';
import { TEST_IDENTITY_ENV, testIdentityHeader } from './test-identity.js';

export interface TestService {
  app: NestFastifyApplication;
  nats: NatsConnection;
  /** A guest without `as`. Checks the response against the contract. Rights are elevated by default. */
  call<K extends CallKey>(
    key: K,
    request: CallRequest<K>,
    as?: Identity,
    visitor?: Partial<Visitor>,
  ): Promise<{ status: number; body: CallResponse<K> & Partial<Omit<ErrorResponse, 'success' | 'message'>> }>;
  publish<N extends EventName>(name: N, data: EventData<N>): Promise<void>;
  /** With another message id, the stream stores the event again. */
  send(event: Envelope, messageId?: string): Promise<void>;
  hasHandled(name: EventName): Promise<boolean>;
  publishedCount(name: EventName): Promise<number>;
  events<N extends EventName>(name: N): Promise<Envelope<N>[]>;
  /** @throws Error when a query has no index */
  stop(): Promise<void>;
}

export function testMongoUri(): string {
  const uri = process.env.TEST_MONGODB_URI;
  if (!uri) throw new Error('TEST_MONGODB_URI is missing: use `npm test`, or set it to a MongoDB');
  return uri;
}

/**
 * With `MONGODB_URI`, an instance beside another one, which drops the database.
 * @param documents that its database has before it starts, by collection
 */
export async function startTestService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
  natsUrl: string,
  env: NodeJS.ProcessEnv = {},
  documents: Record<string, mongo.BSON.Document[]> = {},
): Promise<TestService> {
  const uri = new URL(testMongoUri());
  uri.pathname = `/test_${definition.name}_${randomBytes(6).toString('hex')}`;
  if (Object.keys(documents).length > 0) await insertDocuments(uri.toString(), documents);
  const app = await createService(definition, {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'fatal',
    ...TEST_IDENTITY_ENV,
    OUTBOX_POLL_MS: '200',
    COMMAND_ATTEMPT_MS: '500',
    MONGODB_URI: uri.toString(),
    NATS_URL: natsUrl,
    ...env,
  });
  await app.getHttpAdapter().getInstance().ready();
  const connection = app.get<Connection>(getConnectionToken());
  await Promise.all(Object.values(connection.models).map((model) => model.init()));
  const plans = new QueryPlans(connection, definition.name);
  const nats = app.get<NatsConnection>(NATS);
  return {
    app,
    nats,
    async call(key, request, as, visitor) {
      const [method, path] = key.split(' ') as ['GET', string];
      const {
        params = {},
        query = {},
        body,
      } = request as { params?: Record<string, string>; query?: Record<string, string>; body?: object };
      const url = fillPath(path, params);
      const response = await app.inject({
        method,
        url,
        query,
        ...(body === undefined ? {} : { payload: body }),
        headers: testIdentityHeader(definition.name, as, visitor),
      });
      const parsed = response.json<never>();
      if (response.statusCode < 400) getCall(key).response.parse(parsed);
      return { status: response.statusCode, body: parsed };
    },
    async publish(name, data) {
      const event = createEvent(name, data);
      await jetstream(nats).publish(name, JSON.stringify(event), { msgID: event.id });
    },
    async send(event, messageId = event.id) {
      await jetstream(nats).publish(event.type, JSON.stringify(event), { msgID: messageId });
    },
    async hasHandled(name) {
      const manager = await jetstreamManager(nats);
      const { num_pending, num_ack_pending } = await manager.consumers.info(
        streams.events.name,
        durableName(definition.name, name),
      );
      return num_pending === 0 && num_ack_pending === 0;
    },
    async publishedCount(name) {
      const manager = await jetstreamManager(nats);
      const info = await manager.streams.info('EVENTS', { subjects_filter: name });
      return info.state.subjects?.[name] ?? 0;
    },
    async events(name) {
      const manager = await jetstreamManager(nats);
      const info = await manager.consumers.add(streams.events.name, {
        filter_subject: name,
        ack_policy: AckPolicy.None,
        inactive_threshold: nanos(10_000),
      });
      const found: Envelope<typeof name>[] = [];
      if (info.num_pending > 0) {
        const consumer = await jetstream(nats).consumers.get(streams.events.name, info.name);
        for await (const message of await consumer.fetch({ max_messages: info.num_pending, expires: 5_000 }))
          found.push(readEvent(name, message.json()));
      }
      await manager.consumers.delete(streams.events.name, info.name);
      return found;
    },
    async stop() {
      const scans = await plans.scans();
      await app.close();
      if (!env.MONGODB_URI) await dropDatabase(uri.toString());
      if (scans.length > 0) throw new Error(`No index serves:\n${scans.join('\n')}`);
    },
  };
}

async function insertDocuments(uri: string, documents: Record<string, mongo.BSON.Document[]>): Promise<void> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    for (const [collection, inserted] of Object.entries(documents))
      await connection.collection(collection).insertMany(inserted);
  } finally {
    await connection.close();
  }
}

/** On a new connection, so as not to wait for the service's operations. */
async function dropDatabase(uri: string): Promise<void> {
  const cleaner = await mongoose
    .createConnection(uri, { serverSelectionTimeoutMS: 2_000, socketTimeoutMS: 10_000 })
    .asPromise();
  await cleaner.dropDatabase().finally(() => cleaner.close());
}

/** @throws the last error after `timeoutMs` */
export async function eventually<T>(check: () => Promise<T> | T, timeoutMs = 10_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
