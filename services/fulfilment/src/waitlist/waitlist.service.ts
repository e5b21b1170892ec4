import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { WaitlistEntry } from '@rangavalli/contracts/entities/delivery';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage, ID_INDEX, type PageOf } from '@rangavalli/service-kit/database/paging';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { PromiseService } from '../promise/promise.service.js';
import { isWaiting, WAITLIST, type WaitlistRecord } from './waitlist.schema.js';

/** Of one address: somebody else's mailbox must not fill the list. */
const MAX_ENTRIES_PER_EMAIL = 20;
const DEFAULT_LIMIT = 50;

@Injectable()
export class WaitlistService {
  constructor(
    @InjectModel(WAITLIST) private readonly entries: Model<WaitlistRecord>,
    private readonly promises: PromiseService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Adds an address once per PIN code; a repeated request changes nothing.
   * @throws AppError PIN_NOT_FOUND; PIN_SERVED; RATE_LIMITED with too many codes for the address
   */
  async add(entry: Pick<WaitlistRecord, 'pincode' | 'email' | 'productId'>): Promise<void> {
    const { email, pincode } = entry;
    if (await this.promises.isServed(pincode)) throw new AppError('PIN_SERVED');
    if (await this.entries.exists({ email, pincode })) return;
    const count = await this.entries.countDocuments({ email }).limit(MAX_ENTRIES_PER_EMAIL);
    if (count >= MAX_ENTRIES_PER_EMAIL)
      throw new AppError('RATE_LIMITED', { message: 'This email address is on the list for many PIN codes already.' });
    try {
      await this.entries.create({ ...entry, requestedAt: new Date() });
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
  }

  /** Returns entries, newest first. @param q the first digits of PIN codes */
  async list({
    q,
    limit = DEFAULT_LIMIT,
    cursor,
  }: {
    q?: string | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  }): Promise<PageOf<WaitlistEntry>> {
    const pincode = q && /^\d+$/.test(q) ? { $gte: q.padEnd(6, '0'), $lte: q.padEnd(6, '9') } : undefined;
    const filter = { pincode: pincode ?? { $gt: '' } };
    const page = await findPage<WaitlistRecord>(this.entries, {
      filter,
      limit,
      cursor,
      index: ID_INDEX,
      finders: pincode && [{ filter, index: 'pincode_1__id_-1' }],
    });
    return {
      ...page,
      items: page.items.map(({ _id, pincode, email, productId, requestedAt }) => ({
        _id: String(_id),
        pincode,
        email,
        ...(productId ? { productId } : {}),
        requestedAt: requestedAt.toISOString(),
      })),
    };
  }

  /**
   * Removes the data of an entry by a member of staff. The sweep deletes the rest once the audit entry was published.
   * @throws AppError NOT_FOUND
   */
  async remove(id: string, by: Identity): Promise<void> {
    const entry = await this.entries.findOne({ _id: id, ...isWaiting }, { pincode: 1 }).lean<WaitlistRecord>();
    if (!entry) throw new AppError('NOT_FOUND');
    const { _id, pincode } = entry;
    const audit = createAuditEvent(by, {
      action: 'shipping.waitlist.deleted',
      subject: 'settings',
      subjectId: 'waitlist',
      label: `PIN ${pincode}`,
      changes: [{ field: 'entry', from: id }],
    });
    const { modifiedCount } = await this.entries.updateOne(
      { _id, ...isWaiting },
      // Unique without the address, which can be added again at once.
      { $set: { pincode: '', email: id, servedAt: new Date() }, $unset: { productId: 1 }, $push: { outbox: audit } },
    );
    if (modifiedCount === 0) throw new AppError('NOT_FOUND');
    this.outbox.publishPending(this.entries, { _id, outbox: [audit] });
  }

  /** Of a deleted account. Idempotent. */
  async removeOf(emails: string[]): Promise<void> {
    await this.entries.deleteMany({ email: { $in: emails } });
  }
}
