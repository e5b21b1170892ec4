import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { Complaint, ComplaintEntry } from '@rangavalli/contracts/entities/complaint';
import { hasValidCheckDigit, normalizeOrderNumber } from '@rangavalli/contracts/order-number';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage, type PageOf } from '@rangavalli/service-kit/database/paging';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { OrderNumbers } from '../numbers/order-numbers.service.js';
import type { OrderConfig } from '../order.config.js';
import { addMonth, subtractMonth } from './calendar-months.js';
import {
  COMPLAINT,
  complaintIndexes,
  type ComplaintMessageRecord,
  type ComplaintRecord,
  type UnsentEmail,
} from './complaint.schema.js';

const PAGE_SIZE = 25;
const HOUR_MS = 3_600_000;
/** E-Commerce Rules 2020, rule 4 (5): acknowledged within 48 hours, and resolved within a month. */
const REPLY_WITHIN_MS = 48 * HOUR_MS;
const MAX_MESSAGES = 100;
const TOKEN_BYTES = 24;
const EMAIL_DEADLINE_MS = 6_000;
/** Sent at the same time. */
const BATCH = 10;
/** Doubled on each try up to the maximum: the last of the tries is 40 hours after the first one. */
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 8 * HOUR_MS;
const MAX_TRIES = 14;

type NewComplaint = CallInput<'POST /complaints'>['body'];

/** Complaints of customers and the replies of the shop. */
@Injectable()
export class Complaints {
  constructor(
    @InjectModel(COMPLAINT) private readonly complaints: Model<ComplaintRecord>,
    private readonly numbers: OrderNumbers,
    private readonly commands: Commands,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outbox.register(complaints);
  }

  /** Idempotent by `requestId`. @throws AppError ORDER_NUMBER_INVALID */
  async create({ requestId, text, orderNumber: reference, phone, ...facts }: NewComplaint): Promise<ComplaintRecord> {
    const orderNumber = reference && (normalizeOrderNumber(reference) ?? reference);
    if (orderNumber && normalizeOrderNumber(orderNumber) && !hasValidCheckDigit(orderNumber))
      throw new AppError('ORDER_NUMBER_INVALID');
    for (;;) {
      const existing = await this.complaints.findOne({ requestId }).lean<ComplaintRecord>().exec();
      if (existing) return existing;
      const now = new Date();
      const record: ComplaintRecord = {
        _id: await this.nextNumber(),
        requestId,
        token: randomBytes(TOKEN_BYTES).toString('base64url'),
        state: 'waiting',
        ...facts,
        ...(phone ? { phone } : {}),
        ...(orderNumber ? { orderNumber } : {}),
        messages: [{ requestId, at: now, from: 'customer', text }],
        receivedAt: now,
        waitingSince: now,
        unsent: startTry({ change: 'received', messageId: `complaint-${randomUUID()}` }),
        outbox: [],
      };
      if (!(await isInserted(this.complaints.create(record)))) continue;
      await this.sendEmail(record);
      return record;
    }
  }

  /** @throws AppError COMPLAINT_NOT_FOUND also for a wrong token */
  async find(number: string, token: string): Promise<ComplaintRecord> {
    const found = await this.complaints.findOne({ _id: number, token }).lean<ComplaintRecord>().exec();
    if (!found) throw new AppError('COMPLAINT_NOT_FOUND');
    return found;
  }

  /** Idempotent by `requestId`. @throws AppError COMPLAINT_NOT_FOUND, COMPLAINT_TOO_LONG */
  async addMessage(number: string, token: string, requestId: string, text: string): Promise<ComplaintRecord> {
    await this.find(number, token);
    const at = new Date();
    return this.push(number, { requestId, at, from: 'customer', text }, { state: 'waiting', waitingSince: at });
  }

  /**
   * Idempotent by `requestId`.
   * @throws AppError COMPLAINT_NOT_FOUND, COMPLAINT_TOO_LONG; COMPLAINT_CHANGED with more messages than `seen`
   */
  async reply(
    number: string,
    { requestId, text, resolve = false, seen }: CallInput<'POST /complaints/{number}/reply'>['body'],
    by: Identity,
  ): Promise<ComplaintRecord> {
    const at = new Date();
    const change = resolve ? 'resolved' : 'replied';
    const audit = createAuditEvent(by, {
      action: `order.complaint.${change}`,
      subject: 'order',
      subjectId: number,
      label: `Complaint ${number}`,
      changes: [{ field: 'state', to: change }],
    });
    const replied = await this.push(
      number,
      { requestId, at, from: 'shop', text, by: by.email },
      {
        state: change,
        ...(resolve ? { resolvedAt: at } : {}),
        unsent: startTry({ change, messageId: `complaint-${requestId}` }),
      },
      { audit, seen },
    );
    await this.sendEmail(replied);
    return replied;
  }

  /** @throws AppError VALIDATION_FAILED for an invalid cursor */
  page({ state, limit = PAGE_SIZE, cursor }: CallInput<'GET /complaints'>['query']): Promise<PageOf<ComplaintRecord>> {
    return findPage<ComplaintRecord>(this.complaints, {
      filter: state ? { state } : {},
      projection: { outbox: 0 },
      limit,
      cursor,
    });
  }

  /** Counts at most MAX_COUNT each. */
  async counts(now = new Date()): Promise<{ waiting: number; overdue: number }> {
    const countOf = (filter: QueryFilter<ComplaintRecord>, hint: string) =>
      this.complaints.countDocuments(filter, { limit: MAX_COUNT, hint }).exec();
    const replyTime = new Date(now.getTime() - REPLY_WITHIN_MS);
    const receivedAt = { $lt: subtractMonth(now) };
    const [waiting, replyLate, replied] = await Promise.all([
      countOf({ state: 'waiting' }, complaintIndexes.byState),
      countOf({ state: 'waiting', waitingSince: { $lt: replyTime } }, complaintIndexes.waiting),
      countOf({ state: 'replied', receivedAt }, complaintIndexes.received),
    ]);
    const late = replyLate + replied;
    if (late >= MAX_COUNT) return { waiting, overdue: MAX_COUNT };
    // Last: it also reads the complaints whose reply is late, fewer than MAX_COUNT now.
    const reopened = await countOf(
      { state: 'waiting', receivedAt, waitingSince: { $gte: replyTime } },
      complaintIndexes.received,
    );
    return { waiting, overdue: Math.min(late + reopened, MAX_COUNT) };
  }

  /** Emails that could not be sent are sent again; the notification service sends each once. */
  @Repeats('complaint emails', ({ SWEEP_MS }: OrderConfig) => SWEEP_MS)
  async sendUnsent(): Promise<void> {
    const due = await this.complaints
      .find({ 'unsent.messageId': { $exists: true }, 'unsent.nextAt': { $not: { $gt: new Date() } } })
      .sort({ 'unsent.nextAt': 1 })
      .limit(BATCH)
      .lean<ComplaintRecord[]>()
      .exec();
    await Promise.all(due.map((complaint) => this.sendAgain(complaint)));
  }

  /** Counts the attempt before it is made; another process may have started it. */
  private async sendAgain({ _id, unsent }: ComplaintRecord): Promise<void> {
    if (!unsent) return;
    const { messageId, nextAt } = unsent;
    const started = await this.complaints
      .findOneAndUpdate(
        { _id, 'unsent.messageId': messageId, 'unsent.nextAt': nextAt ?? { $exists: false } },
        { $set: { unsent: startTry(unsent) } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<ComplaintRecord>()
      .exec();
    if (started) await this.sendEmail(started);
  }

  /** With the sequence of the order numbers: neither occurs twice, and both have a check digit. */
  private async nextNumber(): Promise<string> {
    return (await this.numbers.next()).replace(/^RV-/, 'RVC-');
  }

  private async push(
    number: string,
    message: ComplaintMessageRecord,
    set: Partial<ComplaintRecord>,
    { audit, seen }: { audit?: ReturnType<typeof createAuditEvent>; seen?: number | undefined } = {},
  ): Promise<ComplaintRecord> {
    const changed = await this.complaints
      .findOneAndUpdate(
        {
          _id: number,
          'messages.requestId': { $ne: message.requestId },
          [`messages.${MAX_MESSAGES - 1}`]: { $exists: false },
          ...(seen === undefined ? {} : { [`messages.${seen}`]: { $exists: false } }),
        },
        {
          $set: set,
          $unset: set.state === 'waiting' ? { resolvedAt: 1 } : { waitingSince: 1 },
          $push: { messages: message, ...(audit ? { outbox: audit } : {}) },
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<ComplaintRecord>()
      .exec();
    if (changed) {
      if (audit) this.outbox.publishPending(this.complaints, changed);
      return changed;
    }
    const current = await this.complaints.findById(number).lean<ComplaintRecord>().exec();
    if (!current) throw new AppError('COMPLAINT_NOT_FOUND');
    if (current.messages.some(({ requestId }) => requestId === message.requestId)) return current;
    const { messages } = toComplaint(current);
    if (seen !== undefined && messages.length > seen)
      throw new AppError('COMPLAINT_CHANGED', { details: { messages } });
    throw new AppError('COMPLAINT_TOO_LONG');
  }

  /** The complaint is stored: a failure of its first email is no failure of the request. */
  private async sendEmail({ _id, token, email: to, unsent }: ComplaintRecord): Promise<void> {
    if (!unsent) return;
    const { change, messageId, tries = 1 } = unsent;
    try {
      const data = { number: _id, change, path: statusPath({ _id, token }) };
      const request = { messageId, to, template: 'complaint', data } as const;
      await this.commands.request('rpc.notification.email.send', request, EMAIL_DEADLINE_MS);
      await this.endTries(_id, messageId);
    } catch (error) {
      const facts = { err: error, complaint: _id, tries };
      if (tries < MAX_TRIES) return this.logger.warn(facts, 'complaint email will be sent later');
      this.logger.error(facts, 'complaint email could not be sent: contact the customer in another way');
      await this.endTries(_id, messageId);
    }
  }

  private async endTries(_id: string, messageId: string): Promise<void> {
    await this.complaints.updateOne({ _id, 'unsent.messageId': messageId }, { $unset: { unsent: 1 } });
  }
}

function startTry({ change, messageId, tries = 0 }: UnsentEmail): UnsentEmail {
  const waitMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** tries);
  return { change, messageId, tries: tries + 1, nextAt: new Date(Date.now() + waitMs) };
}

/** The page of a complaint, relative to the shop's address. */
export const statusPath = ({ _id, token }: Pick<ComplaintRecord, '_id' | 'token'>): string =>
  `/complaint/${_id}?token=${token}`;

const after = (at: Date, ms: number): string => new Date(at.getTime() + ms).toISOString();

export function toComplaint(record: ComplaintRecord): Complaint {
  const { _id, state, subject, orderNumber, receivedAt, waitingSince = receivedAt, resolvedAt, messages } = record;
  return {
    number: _id,
    state,
    subject,
    ...(orderNumber ? { orderNumber } : {}),
    receivedAt: receivedAt.toISOString(),
    replyBy: after(waitingSince, REPLY_WITHIN_MS),
    resolveBy: addMonth(receivedAt).toISOString(),
    ...(resolvedAt ? { resolvedAt: resolvedAt.toISOString() } : {}),
    messages: messages.map(({ at, from, text }) => ({ at: at.toISOString(), from, text })),
  };
}

export function toComplaintEntry(record: ComplaintRecord, now = new Date()): ComplaintEntry {
  const complaint = toComplaint(record);
  const { state, name, email, phone } = record;
  const isLate = (by: string) => now.toISOString() > by;
  return {
    ...complaint,
    name,
    email,
    ...(phone ? { phone } : {}),
    isOverdue:
      state !== 'resolved' && (isLate(complaint.resolveBy) || (state === 'waiting' && isLate(complaint.replyBy))),
  };
}
