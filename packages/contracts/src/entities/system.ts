import { z } from 'zod';
import { instant } from '../primitives.js';

/** Whether something behind a process answers it, and in what time. */
export const probe = z.object({ ok: z.boolean(), ms: z.number() }).meta({ id: 'Probe' });

/** How far a service is behind with one kind of event; the same for all its processes, who share the work. */
export const consumerLag = z
  .object({
    event: z.string(),
    /** Told, and not handed out yet. */
    waiting: z.int(),
    /** Handed out, and not acknowledged yet. */
    unacknowledged: z.int(),
    /** Of these: those that were handed out more than once. */
    redelivered: z.int(),
  })
  .meta({ id: 'ConsumerLag' });

/** Documents whose events are not told yet; `oldest`: since when the first of them waits. */
export const outboxBacklog = z.object({ documents: z.int(), oldest: instant.optional() }).meta({ id: 'OutboxBacklog' });

/** Events of a slice that no handler could take. */
export const deadLetterCount = z.object({ slice: z.string(), count: z.int() }).meta({ id: 'DeadLetterCount' });

/** What a process says about itself, to the gateway only (`GET /health/system`). What it can't find out just now is missing. */
export const processReport = z.object({
  service: z.string(),
  /** Its machine (or container) and process number. */
  instance: z.string(),
  /** The release that it is of; not given: the checkout's own code. */
  version: z.string().optional(),
  startedAt: instant,
  stopping: z.boolean(),
  nats: probe,
  /** Of processes with a database. */
  database: probe.optional(),
  consumers: z.array(consumerLag).optional(),
  outbox: outboxBacklog.optional(),
  /** Of the process that keeps the streams, about all slices. */
  deadLetters: z.array(deadLetterCount).optional(),
});
export type ProcessReport = z.infer<typeof processReport>;

/**
 * `ready`: takes requests. `unready`: is there and can't do its work. `stopping`: ends what it has, takes nothing new.
 * `down`: was there and is not, or is the only one and is not. `vacant`: an address kept for more processes; nobody is
 * there, or whoever was said goodbye.
 */
export const instanceStates = ['ready', 'unready', 'stopping', 'down', 'vacant'] as const;
export type InstanceState = (typeof instanceStates)[number];

/** One process of a slice. */
export const sliceInstance = z
  .object({
    /** Its address as the gateway knows it, else its machine and process number. */
    name: z.string(),
    instance: z.string().optional(),
    version: z.string().optional(),
    startedAt: instant.optional(),
    state: z.enum(instanceStates),
    /** Why it is not ready, in words. */
    reason: z.string().optional(),
    nats: probe.optional(),
    database: probe.optional(),
  })
  .meta({ id: 'SliceInstance' });
export type SliceInstance = z.infer<typeof sliceInstance>;

export const sliceKinds = ['gateway', 'service', 'shell', 'remote'] as const;

/** One slice: its processes, and what they say of its work. */
export const systemSlice = z
  .object({
    name: z.string(),
    kind: z.enum(sliceKinds),
    instances: z.array(sliceInstance),
    /** Of a remote: the release that its host says is live, which share of visitors gets another one, and the release in the registry. */
    release: z
      .object({
        version: z.string().optional(),
        canary: z.object({ version: z.string(), share: z.number() }).optional(),
        registered: z.string().optional(),
      })
      .optional(),
    consumers: z.array(consumerLag).optional(),
    outbox: outboxBacklog.optional(),
  })
  .meta({ id: 'SystemSlice' });
export type SystemSlice = z.infer<typeof systemSlice>;
