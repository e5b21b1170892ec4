import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';

/**
 * Connects to NATS and stays connected for ever (architecture §4): the first connection is waited for,
 * a lost one comes back within a quarter of a second of the server's return.
 */
export async function connectNats(url: string, name: string, logger: Logger): Promise<NatsConnection> {
  const connection = await connect({
    servers: url.split(','),
    name,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 250,
    reconnectJitter: 50,
    pingInterval: 10_000,
    maxPingOut: 2,
  });
  void watch(connection, logger);
  return connection;
}

async function watch(connection: NatsConnection, logger: Logger): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') logger.warn('NATS is gone; waiting for it to come back');
    else if (status.type === 'reconnect') logger.warn('NATS is back');
    else if (status.type === 'error') logger.error({ err: status.error }, 'NATS error');
  }
}
