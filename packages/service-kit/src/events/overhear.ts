import type { NatsConnection } from '@nats-io/transport-node';
import type { Envelope, EventName } from '@rangavalli/contracts/events';
import type { Logger } from 'pino';
import { readEvent } from './envelope.js';

/** What somebody does who hears events in passing. */
export interface Overhearing<N extends EventName> {
  heard(event: Envelope<N>): void;
  /** Something was told that is no event of this name: what it was about is not known. */
  unreadable?(): void;
  /** Whether events come at all: `true` when all are listened to and after each return of NATS, when any number may have been missed. */
  hears(now: boolean): void | Promise<void>;
  logger: Logger;
}

/**
 * Listens to events in passing: every process hears each of them, none is kept for it, and what is told while it is away is missed
 * (contracts: `overhears`). For what makes good its gaps by itself; everything else handles events by `@EventPattern`.
 * Resolves when NATS knows of it.
 */
export async function overhear<N extends EventName>(
  nats: NatsConnection,
  names: readonly N[],
  { heard, unreadable, hears, logger }: Overhearing<N>,
): Promise<void> {
  const changed = async (now: boolean): Promise<void> => {
    try {
      await hears(now);
    } catch (error) {
      logger.warn({ err: error }, 'what was missed of events could not be made good');
    }
  };
  for (const name of names) {
    nats.subscribe(name, {
      callback: (error, message) => {
        if (error) {
          logger.warn({ err: error, event: name }, 'events are not heard');
          void changed(false);
          return;
        }
        let event: Envelope<N>;
        try {
          event = readEvent(name, message.json());
        } catch (unread) {
          logger.warn({ err: unread, event: name }, 'an event that can not be read');
          unreadable?.();
          return;
        }
        heard(event);
      },
    });
  }
  await nats.flush();
  await changed(true);
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect' || type === 'staleConnection') await changed(false);
      // Subscriptions are sent again before anything else.
      else if (type === 'reconnect')
        await nats.flush().then(
          () => changed(true),
          () => undefined,
        );
    }
  })();
}
