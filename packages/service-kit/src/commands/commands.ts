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
import { askDuration, askRepeats, outcomeOf } from '../health/metrics.js';
import { correlationId } from '../log/context.js';
import { natsAttributes, sendTrace } from '../tracing/nats-spans.js';
import { inSpan } from '../tracing/tracing.js';
import { NATS } from '../tokens.js';
import { CORRELATION_HEADER, DEADLINE_HEADER, type WireReply } from './wire.js';

/** One attempt waits at most this long, ms; a command is repeated until its deadline. */
const ATTEMPT_MS = 2_500;
const PAUSE_MS = 150;

/** Asks other services over NATS. Every command may be repeated safely, so that a restarting owner costs time and nothing else. */
@Injectable()
export class Commands {
  constructor(@Inject(NATS) private readonly nats: NatsConnection) {}

  /**
   * @param deadlineMs how long to go on trying (rule 10: every call has a deadline)
   * @throws AppError the owner's own error; UNAVAILABLE when nobody answered in time
   */
  async ask<N extends CommandName>(name: N, request: CommandRequest<N>, deadlineMs = 8_000): Promise<CommandReply<N>> {
    const ended = askDuration.startTimer({ subject: name });
    try {
      const reply = await inSpan({ name: `ask ${name}`, kind: 'client', attributes: natsAttributes(name) }, () =>
        this.persist(name, request, deadlineMs),
      );
      ended({ outcome: 'ok' });
      return reply;
    } catch (error) {
      ended({ outcome: error instanceof AppError ? outcomeOf(error.status) : 'error' });
      throw error;
    }
  }

  private async persist<N extends CommandName>(
    name: N,
    request: CommandRequest<N>,
    deadlineMs: number,
  ): Promise<CommandReply<N>> {
    const payload = JSON.stringify(request);
    const deadline = Date.now() + deadlineMs;
    let last: unknown;
    while (Date.now() < deadline) {
      const timeout = Math.max(50, Math.min(ATTEMPT_MS, deadline - Date.now()));
      const attempt = headers();
      attempt.set(CORRELATION_HEADER, correlationId());
      sendTrace(attempt);
      attempt.set(DEADLINE_HEADER, String(Date.now() + timeout));
      try {
        const message = await this.nats.request(name, payload, { timeout, headers: attempt });
        return this.read(name, message.json<WireReply>());
      } catch (error) {
        if (!isTransport(error)) throw error;
        last = error;
        askRepeats.inc({ subject: name });
        await sleep(PAUSE_MS);
      }
    }
    throw new AppError('UNAVAILABLE', { cause: last });
  }

  private read<N extends CommandName>(name: N, reply: WireReply): CommandReply<N> {
    if (reply.ok) return commands[name].reply.parse(reply.data) as CommandReply<N>;
    const { code, message, details } = reply.error;
    throw new AppError(isErrorCode(code) ? code : 'INTERNAL', { message, ...(details ? { details } : {}) });
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

/** The request may not have been heard or answered; the owner itself refused nothing. */
const isTransport = (error: unknown): boolean => transportErrors.some((kind) => error instanceof kind);
