import { randomUUID } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { listDeadLetters, replayDeadLetters } from '@rangavalli/service-kit/dead-letters/dead-letters';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { NATS } from '@rangavalli/service-kit/tokens';
import { AuditLog } from './audit-log.service.js';

const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', { cause });
  });

@Controller()
export class DeadLettersController {
  constructor(
    @Inject(NATS) private readonly nats: Parameters<typeof listDeadLetters>[0],
    private readonly log: AuditLog,
  ) {}

  @HandlesCall('GET /operations/dead-letters')
  async list(): Promise<CallResponse<'GET /operations/dead-letters'>> {
    const found = await orUnavailable(listDeadLetters(this.nats));
    return { success: true, deadLetters: found.map((one) => ({ ...one, time: one.time.toISOString() })) };
  }

  @HandlesCall('POST /operations/dead-letters/{sequence}/replay')
  async replay(
    @Caller() caller: Identity,
    @Input() { params }: Input<'POST /operations/dead-letters/{sequence}/replay'>,
  ): Promise<CallResponse<'POST /operations/dead-letters/{sequence}/replay'>> {
    if ((await orUnavailable(replayDeadLetters(this.nats, Number(params.sequence)))) === 0)
      throw new AppError('DEAD_LETTER_NOT_FOUND');
    await this.log.record(
      caller,
      { action: 'event.replayed', subject: 'event', subjectId: params.sequence, changes: [] },
      randomUUID(),
    );
    return { success: true, message: 'The event was published again. If it fails once more, it returns to this list.' };
  }
}
