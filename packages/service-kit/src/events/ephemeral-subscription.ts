import type { NatsConnection } from '@nats-io/transport-node';
import type { Envelope, EventName } from '@rangavalli/contracts/events';
import type { Logger } from 'pino';
import { readEvent } from './envelope.js';

interface EphemeralSubscription<N extends EventName> {
  onEvent(event: Envelope<N>): void;
  onInvalidEvent?(): void;
  /**
   * `true` when subscribed and after every reconnect, when events may have been missed; `false` when the connection is
   * lost.
   */
  onConnectionChange(connected: boolean): void | Promise<void>;
  logger: Logger;
}

/**
 * Without a durable consumer: events are missed while disconnected. For caches that resync themselves; everything else
 * uses `@EventPattern`.
 */
export async function subscribeEphemeral<N extends EventName>(
  nats: NatsConnection,
  names: readonly N[],
  { onEvent, onInvalidEvent, onConnectionChange, logger }: EphemeralSubscription<N>,
): Promise<void> {
  const setConnected = async (connected: boolean): Promise<void> => {
    try {
      await onConnectionChange(connected);
    } catch (error) {
      logger.warn({ err: error }, 'resync after a connection change failed');
    }
  };
  for (const name of names) {
    nats.subscribe(name, {
      callback: (error, message) => {
        if (error) {
          logger.warn({ err: error, event: name }, 'event subscription failed');
          void setConnected(false);
          return;
        }
        let event: Envelope<N>;
        try {
          event = readEvent(name, message.json());
        } catch (parseError) {
          logger.warn({ err: parseError, event: name }, 'event does not match its schema');
          onInvalidEvent?.();
          return;
        }
        onEvent(event);
      },
    });
  }
  await nats.flush();
  await setConnected(true);
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect' || type === 'staleConnection') await setConnected(false);
      // The client resubscribes before it sends anything else.
      else if (type === 'reconnect')
        await nats.flush().then(
          () => setConnected(true),
          () => undefined,
        );
    }
  })();
}
