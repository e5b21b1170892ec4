import { Injectable } from '@nestjs/common';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { ApprovalState, RefundApproval, RefundOutcome } from '@rangavalli/contracts/entities/refund-approval';
import { AppError } from '@rangavalli/service-kit/app-error';
import { findPage } from '@rangavalli/service-kit/database/paging';
import type { AuditActor } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { OrderMatching } from '../admin/order-matching.service.js';
import {
  buildApprovalAuditEvent,
  buildRefundAuditEvent,
  buildRefundRejectedEvent,
} from '../payments/payment-events.js';
import {
  type ApprovalRecord,
  buildRefund,
  hasCaptures,
  hasRoomForRefund,
  hasRefunds,
  isRefunding,
  type PaymentRecord,
  type RefundRecord,
} from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { RefundLimits } from './refund-limits.service.js';
import { Refunds } from './refunds.service.js';

const PAGE_SIZE = 25;
const KEY_PREFIX = 'refund-';
const isWaiting = { state: 'awaiting_approval' } as const;

interface StaffRefundRequest {
  orderId: string;
  paymentId: string;
  reason: string;
  by: AuditActor;
  /** Whether to request approval again after a rejection. */
  canRepeat: boolean;
}

type ApprovalEntry = RefundRecord & { approval: ApprovalRecord };

/** Refunds by staff: within the limits at once, above them after a second person has approved (architecture §2.12). */
@Injectable()
export class RefundApprovals {
  constructor(
    private readonly store: PaymentStore,
    private readonly refunds: Refunds,
    private readonly limits: RefundLimits,
    private readonly matching: OrderMatching,
  ) {}

  /**
   * Refunds a payment in full, or requests the approval of a second person. Idempotent.
   * @throws AppError PAYMENT_NOT_FOUND; PAYMENT_IN_USE without room for another refund
   */
  async request({ orderId, paymentId, reason, by, canRepeat }: StaffRefundRequest): Promise<RefundOutcome> {
    const payment = await this.store.findById(orderId);
    const capture = payment?.captures.find((one) => one.paymentId === paymentId);
    if (!payment || !capture) throw new AppError('PAYMENT_NOT_FOUND');
    const present = payment.refunds.find((one) => one.paymentId === paymentId);
    if (present && present.state !== 'rejected') return outcomeOf(present);
    if (present && !canRepeat) {
      await this.publishRejection(payment, present);
      return outcomeOf(present);
    }

    const { amountPaise } = capture;
    const cause = await this.limits.findCause({ staffId: by.id, paymentId, amountPaise });
    const refund = {
      ...buildRefund(paymentId, amountPaise, reason),
      ...(cause ? { ...isWaiting, approval: { cause, requestedBy: referenceTo(by), requestedAt: new Date() } } : {}),
    };
    const audit = cause
      ? buildApprovalAuditEvent(by, payment, 'refund.requested', refund)
      : buildRefundAuditEvent(by, payment, capture, reason);
    const outcome = cause ? 'refund_awaits_approval' : 'refund_requested';
    const requested = present
      ? await this.store.update(
          orderId,
          { refunds: { $elemMatch: { paymentId, state: 'rejected' } } },
          { $set: { 'refunds.$': refund }, $push: { outbox: { $each: [audit] } } },
          outcome,
        )
      : await this.store.update(
          orderId,
          { 'captures.paymentId': paymentId, 'refunds.paymentId': { $ne: paymentId }, ...hasRoomForRefund },
          { $push: { refunds: refund, outbox: { $each: [audit] } } },
          outcome,
        );
    if (requested && !cause) await this.refunds.attempt(requested, refund.key);
    const current = requested ?? (await this.store.findById(orderId));
    const entry = current?.refunds.find((one) => one.paymentId === paymentId);
    if (!entry)
      throw new AppError('PAYMENT_IN_USE', {
        message: 'This payment has too many refunds to add one. Please make it at the Razorpay dashboard.',
      });
    return outcomeOf(entry);
  }

  /** Returns what `request` returns, or would return. */
  async predict(orderId: string, paymentId: string, staffId: string): Promise<RefundOutcome> {
    const payment = await this.store.findById(orderId);
    const present = payment?.refunds.find((one) => one.paymentId === paymentId);
    if (present) return outcomeOf(present);
    const amountPaise = payment?.captures.find((one) => one.paymentId === paymentId)?.amountPaise ?? 0;
    const cause = await this.limits.predictCause({ staffId, paymentId, amountPaise });
    return cause ? 'approval_required' : 'refunded';
  }

  /** Returns one page, by payment: those with the newest orders first. */
  async list({
    state,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /payments/approvals'>['query']): Promise<Omit<CallResponse<'GET /payments/approvals'>, 'success'>> {
    const requested = { 'approval.requestedAt': { $gt: new Date(0) } };
    const { items, ...pageInfo } = await findPage(this.store.model, {
      filter: {
        ...hasRefunds,
        'refunds.approval.requestedAt': { $gt: new Date(0) },
        ...(state ? { refunds: { $elemMatch: { ...requested, state: { $in: refundStatesOf[state] } } } } : {}),
      },
      projection: { outbox: 0, webhookEvents: 0 },
      limit,
      cursor,
    });
    const approvals = items
      .flatMap((payment) => payment.refunds.filter(hasApproval).map((entry) => toApproval(payment, entry)))
      .filter((approval) => state === undefined || approval.state === state);
    return { approvals, ...pageInfo };
  }

  /** @throws AppError APPROVAL_NOT_FOUND */
  async get(id: string): Promise<RefundApproval> {
    const { payment, entry } = await this.find(id);
    return toApproval(payment, entry);
  }

  /**
   * Approves a refund and makes it. Idempotent for the person who approved it.
   * @throws AppError APPROVAL_NOT_FOUND, APPROVAL_DECIDED, APPROVAL_OWN_REQUEST; PAYMENT_IN_USE while an order has or
   *   may get the payment; UNAVAILABLE when the order service does not reply
   */
  async approve(id: string, by: Identity): Promise<RefundApproval> {
    const { payment, entry } = await this.find(id);
    if (isRefunding(entry) && entry.approval.decidedBy?.id === by.id) return toApproval(payment, entry);
    requireDecidable(entry, by);
    if ((await this.matching.rejectPayment(payment._id, entry.paymentId)) !== 'rejected')
      throw new AppError('PAYMENT_IN_USE');
    const approved = await this.decide(payment, entry, by, { state: 'requested', nextAt: new Date() });
    await this.refunds.attempt(approved, entry.key);
    return this.get(id);
  }

  /** @throws AppError APPROVAL_NOT_FOUND, APPROVAL_DECIDED, APPROVAL_OWN_REQUEST */
  async reject(id: string, note: string, by: Identity): Promise<RefundApproval> {
    const { payment, entry } = await this.find(id);
    requireDecidable(entry, by);
    await this.decide(payment, entry, by, { state: 'rejected' }, note);
    return this.get(id);
  }

  private async decide(
    payment: PaymentRecord,
    entry: ApprovalEntry,
    by: Identity,
    set: Partial<Pick<RefundRecord, 'state' | 'nextAt'>>,
    note?: string,
  ): Promise<PaymentRecord> {
    const isRejected = set.state === 'rejected';
    const action = isRejected ? 'refund.rejected' : 'refund.approved';
    const decided = await this.store.update(
      payment._id,
      { refunds: { $elemMatch: { key: entry.key, ...isWaiting } } },
      {
        $set: {
          ...Object.fromEntries(Object.entries(set).map(([field, value]) => [`refunds.$.${field}`, value])),
          'refunds.$.approval.decidedBy': referenceTo(by),
          'refunds.$.approval.decidedAt': new Date(),
          ...(note ? { 'refunds.$.approval.note': note } : {}),
        },
        $push: {
          outbox: {
            $each: [
              buildApprovalAuditEvent(by, payment, action, entry, note),
              ...(isRejected ? [buildRefundRejectedEvent(payment, entry)] : []),
            ],
          },
        },
      },
      isRejected ? 'refund_rejected' : 'refund_approved',
    );
    if (!decided) throw new AppError('APPROVAL_DECIDED');
    return decided;
  }

  /** Again: the order has not consumed the rejection, which previous releases did not publish, or was restored. */
  private async publishRejection(payment: PaymentRecord, entry: RefundRecord): Promise<void> {
    await this.store.update(
      payment._id,
      { refunds: { $elemMatch: { key: entry.key, state: 'rejected' } } },
      { $push: { outbox: { $each: [buildRefundRejectedEvent(payment, entry)] } } },
    );
  }

  /** The id is the refund's key. */
  private async find(id: string): Promise<{ payment: PaymentRecord; entry: ApprovalEntry }> {
    const paymentId = id.startsWith(KEY_PREFIX) ? id.slice(KEY_PREFIX.length) : '';
    const payment = await this.store.model
      .findOne({ ...hasCaptures, 'captures.paymentId': paymentId })
      .lean<PaymentRecord>()
      .exec();
    const entry = payment?.refunds.filter(hasApproval).find(({ key }) => key === id);
    if (!payment || !entry) throw new AppError('APPROVAL_NOT_FOUND');
    return { payment, entry };
  }
}

const referenceTo = ({ id, name }: AuditActor) => ({ id, name });

const hasApproval = (entry: RefundRecord): entry is ApprovalEntry => entry.approval !== undefined;

const outcomeOf = (entry: RefundRecord): RefundOutcome => (isRefunding(entry) ? 'refunded' : 'approval_required');

const refundStatesOf: Record<ApprovalState, RefundRecord['state'][]> = {
  pending: ['awaiting_approval'],
  rejected: ['rejected'],
  approved: ['requested', 'done', 'failed'],
};

function requireDecidable({ state, approval }: ApprovalEntry, by: Identity): void {
  if (state !== 'awaiting_approval') throw new AppError('APPROVAL_DECIDED');
  if (approval.requestedBy.id === by.id) throw new AppError('APPROVAL_OWN_REQUEST');
}

function toApproval(payment: PaymentRecord, { key, paymentId, amountPaise, reason, state, approval }: ApprovalEntry) {
  const { cause, requestedBy, requestedAt, decidedBy, decidedAt, note } = approval;
  const decision = (Object.keys(refundStatesOf) as ApprovalState[]).find((one) => refundStatesOf[one].includes(state));
  const view: RefundApproval = {
    id: key,
    orderId: payment._id,
    orderNumber: payment.orderNumber,
    paymentId,
    amount: paiseToRupees(amountPaise),
    reason,
    cause,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    state: decision ?? 'pending',
    ...(decidedBy ? { decidedBy } : {}),
    ...(decidedAt ? { decidedAt: decidedAt.toISOString() } : {}),
    ...(note ? { decisionNote: note } : {}),
  };
  return view;
}
