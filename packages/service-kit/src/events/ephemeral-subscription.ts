import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Envelope, EventName } from '@rangavalli/contracts/events';
import type { Logger } from 'pino';
import { readEvent } from './envelope.js';

const RESUBSCRIBE_DELAY_MS = 500;

interface EphemeralSubscription<N extends EventName> {
  onEvent(event: Envelope<N>): void;
  onInvalidEvent?(): void;
  /**
   * `true` when subscribed to all events and after every reconnect, when events may have been missed; `false` when the
   * connection is lost or the server refuses a subscription, which is repeated until the server accepts it.
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
  const subscriptions = new Map<N, Subscription>();
  const refused = new Set<N>();
  const subscribe = (name: N): void => {
    const subscription = nats.subscribe(name, {
      callback: (error, message) => {
        if (error) return handleRefusal(name, error);
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
    subscriptions.set(name, subscription);
  };
  /** A refusal arrives before the reply to `flush`. */
  const confirm = async (subscribed: readonly N[]): Promise<void> => {
    await nats.flush();
    for (const name of subscribed) if (!subscriptions.get(name)?.isClosed()) refused.delete(name);
    if (refused.size === 0) await setConnected(true);
  };
  const handleRefusal = (name: N, error: Error): void => {
    if (!refused.has(name)) {
      refused.add(name);
      logger.warn({ err: error, event: name }, 'event subscription failed; retrying');
      void setConnected(false); // never rejects
    }
    setTimeout(() => {
      if (nats.isClosed() || nats.isDraining()) return;
      subscribe(name);
      void confirm([name]).catch(() => undefined); // repeated after the reconnect
    }, RESUBSCRIBE_DELAY_MS).unref();
  };
  for (const name of names) subscribe(name);
  await confirm(names);
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect' || type === 'staleConnection') await setConnected(false);
      // The client resubscribes before it sends anything else.
      else if (type === 'reconnect') await confirm(names).catch(() => undefined);
    }
  })();
}
