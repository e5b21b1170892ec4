import { setTimeout as sleep } from 'node:timers/promises';
import {
  ClosedConnectionError,
  ConnectionError,
  DrainingConnectionError,
  headers,
  type NatsConnection,
  NoRespondersError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { Inject, Injectable } from '@nestjs/common';
import { type CommandName, type CommandReply, type CommandRequest, commands } from '@rangavalli/contracts/commands';
import { isErrorCode } from '@rangavalli/contracts/errors';
import { AppError } from '../app-error.js';
import type { BaseConfig } from '../config.js';
import { requestDuration, requestRetries, outcomeOf } from '../health/metrics.js';
import { correlationId } from '../log/context.js';
import { natsAttributes, injectTrace } from '../tracing/nats-spans.js';
import { inSpan } from '../tracing/tracing.js';
import { CONFIG, NATS } from '../tokens.js';
import { CORRELATION_HEADER, DEADLINE_HEADER, type WireReply } from './wire.js';

const RETRY_DELAY_MS = 150;

/** Sends idempotent requests to other services, retried until their deadline. */
@Injectable()
export class Commands {
  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) private readonly config: Pick<BaseConfig, 'COMMAND_ATTEMPT_MS' | 'COMMAND_DEADLINE_MS'>,
  ) {}

  /**
   * `deadlineMs`: for all attempts (rule 10). @throws AppError the owner's error; UNAVAILABLE without a reply in time
   */
  async request<N extends CommandName>(
    name: N,
    request: CommandRequest<N>,
    deadlineMs = 8_000,
  ): Promise<CommandReply<N>> {
    const stopTimer = requestDuration.startTimer({ subject: name });
    try {
      const reply = await inSpan({ name: `request ${name}`, kind: 'client', attributes: natsAttributes(name) }, () =>
        this.retry(name, request, deadlineMs),
      );
      stopTimer({ outcome: 'ok' });
      return reply;
    } catch (error) {
      stopTimer({ outcome: error instanceof AppError ? outcomeOf(error.status) : 'error' });
      throw error;
    }
  }

  private async retry<N extends CommandName>(
    name: N,
    request: CommandRequest<N>,
    deadlineMs: number,
  ): Promise<CommandReply<N>> {
    const payload = JSON.stringify(request);
    const { COMMAND_ATTEMPT_MS, COMMAND_DEADLINE_MS } = this.config;
    const deadline = Date.now() + Math.min(deadlineMs, COMMAND_DEADLINE_MS);
    let lastError: unknown;
    while (Date.now() < deadline) {
      const timeout = Math.max(50, Math.min(COMMAND_ATTEMPT_MS, deadline - Date.now()));
      const attempt = headers();
      attempt.set(CORRELATION_HEADER, correlationId());
      injectTrace(attempt);
      attempt.set(DEADLINE_HEADER, String(Date.now() + timeout));
      try {
        const message = await this.nats.request(name, payload, { timeout, headers: attempt });
        return this.read(name, message.json<WireReply>());
      } catch (error) {
        if (!isTransportError(error)) throw error;
        lastError = error;
        requestRetries.inc({ subject: name });
        await sleep(RETRY_DELAY_MS);
      }
    }
    throw new AppError('UNAVAILABLE', { cause: lastError });
  }

  private read<N extends CommandName>(name: N, reply: WireReply): CommandReply<N> {
    if (reply.ok) return commands[name].reply.parse(reply.data) as CommandReply<N>;
    const { code, message, details } = reply.error;
    throw new AppError(isErrorCode(code) ? code : 'INTERNAL', { message, details });
  }
}

const transportErrors = [
  TimeoutError,
  NoRespondersError,
  RequestError,
  ConnectionError,
  ClosedConnectionError,
  DrainingConnectionError,
];

/** The request or its reply may have been lost. */
const isTransportError = (error: unknown): boolean => transportErrors.some((kind) => error instanceof kind);
