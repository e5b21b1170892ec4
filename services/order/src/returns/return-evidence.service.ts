import { Injectable } from '@nestjs/common';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import { hasPermission } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import { assertOpenForReturns, deliveryOf } from './return-rules.js';
import type { ReturnRecord } from './return.schema.js';

const SIGN_DEADLINE_MS = 3_000;
/** The catalog requests it from the image host. */
const FIND_DEADLINE_MS = 12_000;
/** A customer's forms for one order of a day that have uploads and are not sent: each has a few public ids. */
const MAX_UNSENT_FORMS = 5;
const DAY_MS = 86_400_000;
/** Of simultaneous first uploads of an order, one is counted per attempt. */
const MAX_ATTEMPTS = 20;

/** Photos and videos of returned goods. Their public ids follow from the order and the form of its customer. */
@Injectable()
export class ReturnEvidence {
  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
  ) {}

  /**
   * @throws AppError ORDER_NOT_FOUND, also for other customers' orders; for customers RETURN_NOT_ALLOWED without
   *   delivered items; VALIDATION_FAILED for too many uploads; UNAVAILABLE
   */
  async sign(
    { orderId, requestId, kind, slot }: CallInput<'POST /returns/media/signature'>['body'],
    caller: Identity,
  ): Promise<CallResponse<'POST /returns/media/signature'>['upload']> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const order = await this.store.findByReference(orderId);
      const isStaff = hasPermission(caller.role, 'orders.write');
      if (order?.phase !== 'placed' || (order.userId !== caller.id && !isStaff)) throw new AppError('ORDER_NOT_FOUND');
      if (!isStaff && !(await this.countForm(order, requestId))) continue;
      const key = keyOf(String(order._id), requestId);
      return this.commands.request('rpc.catalog.evidence.sign', { key, kind, slot }, SIGN_DEADLINE_MS);
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Returns false when another form of the order was counted meanwhile. */
  private async countForm(order: OrderRecord, requestId: string): Promise<boolean> {
    const { _id, lines, returns = [], uploadForms } = order;
    assertOpenForReturns(order);
    if (lines.every(({ lineId }) => deliveryOf(order, lineId).units === 0))
      throw new AppError('RETURN_NOT_ALLOWED', { message: 'This order can be returned once it has been delivered.' });
    const sent = new Set(returns.map((record) => record.requestId));
    const now = new Date();
    const unsent = (uploadForms ?? []).filter(({ id, at }) => !sent.has(id) && +at > +now - DAY_MS);
    if (sent.has(requestId) || unsent.some(({ id }) => id === requestId)) return true;
    if (unsent.length >= MAX_UNSENT_FORMS)
      throw new AppError('VALIDATION_FAILED', { details: { fields: { requestId: 'too many uploads' } } });
    const guard = { uploadForms: uploadForms ?? { $exists: false } };
    return (
      (await this.store.update(_id, { guard, set: { uploadForms: [...unsent, { id: requestId, at: now }] } })) !== null
    );
  }

  /** @throws AppError VALIDATION_FAILED for uploads of other forms, of another kind or too large; UNAVAILABLE */
  async find(
    orderId: string,
    { requestId, photos = [], video }: Pick<CallInput<'POST /returns'>['body'], 'requestId' | 'photos' | 'video'>,
  ): Promise<Pick<ReturnRecord, 'photos' | 'video'>> {
    if (!requestId || (photos.length === 0 && !video)) return {};
    const request = { key: keyOf(orderId, requestId), photos, ...(video ? { video } : {}) };
    return this.commands.request('rpc.catalog.evidence.find', request, FIND_DEADLINE_MS);
  }
}

const keyOf = (orderId: string, requestId: string): string => `${orderId} ${requestId}`;
