import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { natsAddress, type NatsCredentials } from './credentials.js';
import { inboxOf } from './subjects.js';

/**
 * Connects to NATS and stays connected for ever (architecture §4): the first connection is waited for,
 * a lost one comes back within a quarter of a second of the server's return.
 * @param name the process; answers come to an inbox that only its NATS user may read
 * @throws AuthorizationError when the server refuses the credentials at the start
 */
export async function connectNats(
  url: string,
  name: string,
  logger: Logger,
  credentials?: NatsCredentials,
): Promise<NatsConnection> {
  const options: ConnectionOptions = {
    ...natsAddress(url, credentials),
    name,
    inboxPrefix: inboxOf(name),
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 250,
    reconnectJitter: 50,
    pingInterval: 10_000,
    maxPingOut: 2,
    // A stack for every request, in case it should fail, costs more than the request.
    noAsyncTraces: true,
  };
  // A refusal at the start is a wrong value and ends it. Later it is a server that is short of time, or has not
  // got its users yet: the client would close the connection after the second one.
  if (options.user !== undefined) await (await connect(options)).close();
  const connection = await connect({ ...options, ignoreAuthErrorAbort: true });
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
