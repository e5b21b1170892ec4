import { Controller, Inject } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { listDeadLetters, replayDeadLetters } from '@rangavalli/service-kit/dead-letters/dead-letters';
import { Input, Serves } from '@rangavalli/service-kit/http/serves';
import { NATS } from '@rangavalli/service-kit/tokens';

const orAway = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', { cause });
  });

/** The events that no handler of any service could take; for admins, as the contracts say. */
@Controller()
export class DeadLettersController {
  constructor(@Inject(NATS) private readonly nats: Parameters<typeof listDeadLetters>[0]) {}

  @Serves('GET /payments/dead-letters')
  async list(): Promise<CallAnswer<'GET /payments/dead-letters'>> {
    const letters = await orAway(listDeadLetters(this.nats));
    return { success: true, deadLetters: letters.map((letter) => ({ ...letter, time: letter.time.toISOString() })) };
  }

  @Serves('POST /payments/dead-letters/{sequence}/replay')
  async replay(
    @Input() { params }: Input<'POST /payments/dead-letters/{sequence}/replay'>,
  ): Promise<CallAnswer<'POST /payments/dead-letters/{sequence}/replay'>> {
    if ((await orAway(replayDeadLetters(this.nats, Number(params.sequence)))) === 0)
      throw new AppError('DEAD_LETTER_NOT_FOUND');
    return { success: true, message: 'The event was told again. If it fails once more, it comes back to this list.' };
  }
}
