import type { Span } from '@opentelemetry/api';
import type { Connection } from 'mongoose';
import { currentSpan } from '../log/context.js';
import { spanFailed, startSpan } from './tracing.js';

interface Started {
  requestId: number;
  commandName: string;
  command: Record<string, unknown>;
}
interface Ended {
  requestId: number;
  failure?: Error;
}

/** Shows the database's commands in the trace of what asked for them: operation and collection, no values. What the process looks for by itself makes no trace. */
export function traceDatabase(connection: Connection): Connection {
  const open = new Map<number, Span>();
  connection.on('commandStarted', ({ requestId, commandName, command }: Started) => {
    if (!currentSpan()) return;
    const collection = command[commandName];
    const named = typeof collection === 'string' ? collection : undefined;
    const span = startSpan({
      name: named ? `${commandName} ${named}` : commandName,
      kind: 'client',
      attributes: { 'db.system.name': 'mongodb', 'db.operation.name': commandName, 'db.collection.name': named },
    });
    if (span) open.set(requestId, span);
  });
  const end = ({ requestId, failure }: Ended): void => {
    const span = open.get(requestId);
    if (!span) return;
    open.delete(requestId);
    if (failure) spanFailed(span, failure);
    span.end();
  };
  connection.on('commandSucceeded', end);
  connection.on('commandFailed', end);
  return connection;
}
