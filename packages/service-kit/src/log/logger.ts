import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentContext } from './context.js';
import { errorFields, redactContacts } from './error-fields.js';

/** Lines of this time, ms, are written at once: a process that is killed loses them. */
const FLUSH_MS = 100;
const BUFFER_BYTES = 4096;
const REDACTED = ['password', 'token', 'authorization', 'razorpay_signature', 'email', 'phone'];

/**
 * Secrets and contacts are redacted: by name in objects, by form in errors.
 * @param destination default: stdout, flushed soon after a line and at the exit
 */
export const createLogger = (
  service: string,
  level: string,
  destination: DestinationStream = batchedStdout(),
): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactFields },
      serializers: { err: errorFields },
      mixin: () => {
        const { correlationId, span, facts } = currentContext() ?? {};
        const traceId = span?.spanContext().traceId;
        return {
          ...(correlationId ? { correlationId } : {}),
          ...(traceId ? { traceId } : {}),
          ...(facts?.orderId ? { orderId: facts.orderId } : {}),
          ...(facts?.orderNumber ? { orderNumber: facts.orderNumber } : {}),
        };
      },
    },
    destination,
  );

/** Pino's own `periodicFlush` wakes two threads ten times a second, also where nothing was written. */
function batchedStdout(): DestinationStream & { flushSync(): void } {
  const stdout = pino.destination({ sync: false, minLength: BUFFER_BYTES });
  let timer: NodeJS.Timeout | undefined;
  return {
    write(line) {
      stdout.write(line);
      timer ??= setTimeout(() => {
        timer = undefined;
        stdout.flush();
      }, FLUSH_MS).unref();
    },
    // Pino calls it after a fatal line.
    flushSync: () => stdout.flushSync(),
  };
}

/** Pino's own redaction doubles the cost of every line, also of those without an object. */
function redactFields(line: Record<string, unknown>): Record<string, unknown> {
  let redacted = line;
  for (const [name, value] of Object.entries(line)) {
    const shown = value instanceof Error ? value : redactObject(value);
    if (shown !== value) redacted = { ...redacted, [name]: shown };
  }
  return redacted;
}

function redactObject(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const names = REDACTED.filter((name) => name in value);
  if (names.length === 0) return value;
  return { ...value, ...Object.fromEntries(names.map((name) => [name, '[redacted]'])) };
}

/** Nest's informational lines become debug lines. */
export const nestLogger = (logger: Logger): LoggerService => {
  const write =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const isError = message instanceof Error;
      const stack = rest.length > 1 && rest[0] ? { stack: redactContacts(String(rest[0])) } : {};
      const fields = { context: rest.at(-1), ...stack, ...(isError ? { err: message } : {}) };
      logger[level](fields, redactContacts(isError ? message.message : String(message)));
    };
  const debug = write('debug');
  return {
    log: debug,
    verbose: debug,
    debug,
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
};
