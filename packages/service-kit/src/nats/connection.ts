import {
  connect,
  type ConnectionOptions,
  type NatsConnection,
  PermissionViolationError,
} from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { natsAddress, type NatsCredentials } from './credentials.js';
import { inboxOf } from './subjects.js';

/** By default 20 s, which would be spent on each unreachable server of a cluster. */
const CONNECT_TIMEOUT_MS = 3_000;
/** A refused subject is tried again every second or two. */
const REFUSAL_LOG_INTERVAL_MS = 60_000;

/**
 * Reconnects for ever. Only this process's NATS user may read its inbox. @throws AuthorizationError when the server
 * rejects the credentials at the start
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
    // A cut link closes no connection: a silent server is replaced after 9 s.
    pingInterval: 3_000,
    maxPingOut: 2,
    timeout: CONNECT_TIMEOUT_MS,
    // Stack traces cost more than the request.
    noAsyncTraces: true,
  };
  // Wrong credentials end the start. Later rejections are transient, but two would close the connection.
  if (options.user !== undefined) await closeWithoutTrace(await connect(options));
  const connection = await connect({ ...options, ignoreAuthErrorAbort: true });
  void logStatus(connection, logger); // runs until the connection closes
  return connection;
}

/** The client notes where it was closed: for that one trace Node would read the whole source map, 50 ms of a start. */
function closeWithoutTrace(connection: NatsConnection): Promise<void> {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const closed = connection.close();
  Error.stackTraceLimit = limit;
  return closed;
}

async function logStatus(connection: NatsConnection, logger: Logger): Promise<void> {
  const loggedAt = new Map<string, number>();
  const isRepeatedRefusal = (error: Error): boolean => {
    if (!(error instanceof PermissionViolationError)) return false;
    const refusal = `${error.operation} ${error.subject}`;
    if (Date.now() - (loggedAt.get(refusal) ?? 0) < REFUSAL_LOG_INTERVAL_MS) return true;
    loggedAt.set(refusal, Date.now());
    return false;
  };
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') logger.warn('NATS disconnected; reconnecting');
    else if (status.type === 'reconnect') logger.warn('NATS reconnected');
    else if (status.type === 'error' && !isRepeatedRefusal(status.error))
      logger.error({ err: status.error }, 'NATS error');
  }
}
