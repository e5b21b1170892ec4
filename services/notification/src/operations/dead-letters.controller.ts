import { randomUUID } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { AppError } from '@rangavalli/service-kit/app-error';
import { decodeCursor, encodeCursor } from '@rangavalli/service-kit/database/paging';
import { listDeadLetters, replayDeadLetter } from '@rangavalli/service-kit/dead-letters/dead-letters';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { NATS } from '@rangavalli/service-kit/tokens';
import { AuditLog } from './audit-log.service.js';

const PAGE_SIZE = 25;
const LIST = 'dead letters';

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
  async list(
    @Input() { query: { limit = PAGE_SIZE, cursor } }: Input<'GET /operations/dead-letters'>,
  ): Promise<CallResponse<'GET /operations/dead-letters'>> {
    const after = cursor === undefined ? 0 : Number(decodeCursor(LIST, cursor)[0]);
    // One more than the page shows whether there is a next one.
    const found = await orUnavailable(listDeadLetters(this.nats, { after, limit: limit + 1 }));
    const page = found.deadLetters.slice(0, limit);
    const last = page.at(-1);
    return {
      success: true,
      deadLetters: page.map((one) => ({ ...one, time: one.time.toISOString() })),
      ...(cursor === undefined ? { total: Math.min(found.total, MAX_COUNT) } : {}),
      ...(last && found.deadLetters.length > limit ? { nextCursor: encodeCursor(LIST, [last.sequence]) } : {}),
    };
  }

  @HandlesCall('POST /operations/dead-letters/{sequence}/replay')
  async replay(
    @Caller() caller: Identity,
    @Input() { params }: Input<'POST /operations/dead-letters/{sequence}/replay'>,
  ): Promise<CallResponse<'POST /operations/dead-letters/{sequence}/replay'>> {
    if (!(await orUnavailable(replayDeadLetter(this.nats, Number(params.sequence)))))
      throw new AppError('DEAD_LETTER_NOT_FOUND');
    await this.log.record(
      caller,
      { action: 'event.replayed', subject: 'event', subjectId: params.sequence, changes: [] },
      randomUUID(),
    );
    return { success: true, message: 'The event was published again. If it fails once more, it returns to this list.' };
  }
}
