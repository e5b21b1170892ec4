import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { currentCorrelation, currentSpan } from './context.js';

/**
 * Structured logs, one JSON line an entry: time, level, service, correlation id, message.
 * Secrets never reach a line: tokens, passwords and signatures are cut out by name.
 */
export const createLogger = (service: string, level: string): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.razorpay_signature', 'headers.authorization'],
      censor: '[cut]',
    },
    mixin: () => {
      const id = currentCorrelation();
      const traceId = currentSpan()?.spanContext().traceId;
      return { ...(id ? { correlationId: id } : {}), ...(traceId ? { traceId } : {}) };
    },
  });

/** Nest's own log lines through pino; its chatter at start goes to debug. */
export const nestLogger = (logger: Logger): LoggerService => {
  const write =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = rest.at(-1);
      const stack = rest.length > 1 ? rest[0] : undefined;
      logger[level](
        { context, ...(stack ? { stack } : {}), ...(message instanceof Error ? { err: message } : {}) },
        message instanceof Error ? message.message : String(message),
      );
    };
  return {
    log: write('debug'),
    verbose: write('debug'),
    debug: write('debug'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
};
