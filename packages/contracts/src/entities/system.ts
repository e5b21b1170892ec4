import { z } from 'zod';
import { instant } from '../primitives.js';

const probe = z.object({ ok: z.boolean(), ms: z.number() }).meta({ id: 'Probe' });

const consumerLag = z
  .object({
    event: z.string(),
    waiting: z.int(),
    unacknowledged: z.int(),
    redelivered: z.int(),
  })
  .meta({ id: 'ConsumerLag' });

const outboxBacklog = z.object({ documents: z.int(), oldest: instant.optional() }).meta({ id: 'OutboxBacklog' });

export const deadLetterCount = z.object({ slice: z.string(), count: z.int() }).meta({ id: 'DeadLetterCount' });

/** The response of `GET /health/system`. Unknown values are missing. */
export const processReport = z.object({
  service: z.string(),
  instance: z.string(),
  /** Where it accepts connections; missing before that. */
  address: z.string().optional(),
  /** Missing when run from the working tree. */
  version: z.string().optional(),
  /** SHA-256 of the program that runs; missing when the compiler's output runs. */
  build: z.string().optional(),
  startedAt: instant,
  stopping: z.boolean(),
  nats: probe,
  database: probe.optional(),
  consumers: z.array(consumerLag).optional(),
  outbox: outboxBacklog.optional(),
  /** Of all slices; only from the process that manages the streams. */
  deadLetters: z.array(deadLetterCount).optional(),
});
export type ProcessReport = z.infer<typeof processReport>;

/** `unready`: cannot work. `stopping`: finishes its work. `vacant`: an address reserved for scaling. */
const instanceStates = ['ready', 'unready', 'stopping', 'down', 'vacant'] as const;
export type InstanceState = (typeof instanceStates)[number];

const sliceInstance = z
  .object({
    /** Its address in the gateway, else the one that it reports, else host name and process id. */
    name: z.string(),
    instance: z.string().optional(),
    version: z.string().optional(),
    /** SHA-256 of the program that runs. */
    build: z.string().optional(),
    startedAt: instant.optional(),
    state: z.enum(instanceStates),
    reason: z.string().optional(),
    nats: probe.optional(),
    database: probe.optional(),
  })
  .meta({ id: 'SliceInstance' });
export type SliceInstance = z.infer<typeof sliceInstance>;

const sliceKinds = ['gateway', 'service', 'shell', 'remote'] as const;

export const systemSlice = z
  .object({
    name: z.string(),
    kind: z.enum(sliceKinds),
    instances: z.array(sliceInstance),
    /** Of a remote; `registered`: the version in the registry. */
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
