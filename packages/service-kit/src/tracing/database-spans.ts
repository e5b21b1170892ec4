import type { Span } from '@opentelemetry/api';
import type { Connection, mongo } from 'mongoose';
import { currentSpan } from '../log/context.js';
import { recordFailure, startSpan } from './tracing.js';

/** Within a trace only, without values. */
export function traceDatabase(connection: Connection): Connection {
  const spans = new Map<number, Span>();
  connection.on('commandStarted', ({ requestId, commandName, command }: mongo.CommandStartedEvent) => {
    if (!currentSpan()) return;
    const target: unknown = command[commandName];
    const collection = typeof target === 'string' ? target : undefined;
    const span = startSpan({
      name: collection ? `${commandName} ${collection}` : commandName,
      kind: 'client',
      attributes: { 'db.system.name': 'mongodb', 'db.operation.name': commandName, 'db.collection.name': collection },
    });
    if (span) spans.set(requestId, span);
  });
  const end = ({ requestId, failure }: { requestId: number; failure?: Error }): void => {
    const span = spans.get(requestId);
    spans.delete(requestId);
    if (failure) recordFailure(span, failure);
    span?.end();
  };
  connection.on('commandSucceeded', end);
  connection.on('commandFailed', end);
  return connection;
}
