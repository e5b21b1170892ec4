import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { currentCorrelationId, currentSpan } from './context.js';

/** Secrets are redacted by name. */
export const createLogger = (service: string, level: string): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.razorpay_signature', 'headers.authorization'],
      censor: '[redacted]',
    },
    mixin: () => {
      const id = currentCorrelationId();
      const traceId = currentSpan()?.spanContext().traceId;
      return { ...(id ? { correlationId: id } : {}), ...(traceId ? { traceId } : {}) };
    },
  });

/** Nest's informational lines become debug lines. */
export const nestLogger = (logger: Logger): LoggerService => {
  const write =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const isError = message instanceof Error;
      const stack = rest.length > 1 ? rest[0] : undefined;
      const fields = { context: rest.at(-1), ...(stack ? { stack } : {}), ...(isError ? { err: message } : {}) };
      logger[level](fields, isError ? message.message : String(message));
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
