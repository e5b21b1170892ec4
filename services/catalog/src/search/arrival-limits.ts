import { Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { LRUCache } from 'lru-cache';

type Reply = CommandReply<'rpc.fulfilment.arrival.get'>;

/** Limits of one search: products without their own handling days have those of their category. */
export interface ArrivalLimit {
  maxDays: number;
  byCategory: Readonly<Record<string, number>>;
}

const MAX_LIMITS = 2_000;
/** The limit changes at midnight, at the cut-off hour, and when staff edit the calendar. */
const TTL_MS = 60_000;
const DEADLINE_MS = 1_500;

/**
 * Longest handling days with which products arrive at a PIN code before a date. Many PIN codes have the same limit, so
 * that searches with it share their results.
 */
@Injectable()
export class ArrivalLimits {
  private readonly replies = new LRUCache<string, Promise<Reply>>({ max: MAX_LIMITS, ttl: TTL_MS });

  constructor(private readonly commands: Commands) {}

  /**
   * @param before an ISO date, or the name of a festival
   * @throws AppError VALIDATION_FAILED for an unknown PIN code or festival, UNAVAILABLE
   */
  async find(before: string, pincode: string | undefined): Promise<ArrivalLimit> {
    const reply = await this.read(before, pincode);
    if (reply.outcome === 'known') return { maxDays: reply.maxHandlingDays, byCategory: reply.byCategory };
    const fields =
      reply.outcome === 'unknown_pin'
        ? { pincode: 'This PIN code does not exist. Please check it.' }
        : { arrivesBefore: 'must be a date, such as 2027-01-14, or a festival of the shop' };
    throw new AppError('VALIDATION_FAILED', { details: { fields } });
  }

  private read(before: string, pincode: string | undefined): Promise<Reply> {
    const key = JSON.stringify([before.toLowerCase(), pincode]);
    const cached = this.replies.get(key);
    if (cached) return cached;
    const request = { before, ...(pincode ? { pincode } : {}) };
    const reply = this.commands.request('rpc.fulfilment.arrival.get', request, DEADLINE_MS);
    this.replies.set(key, reply);
    reply.catch(() => {
      if (this.replies.peek(key) === reply) this.replies.delete(key);
    });
    return reply;
  }
}
