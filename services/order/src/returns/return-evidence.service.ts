import { Injectable } from '@nestjs/common';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import { hasPermission } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { OrderStore } from '../store/order.store.js';
import type { ReturnRecord } from './return.schema.js';

const SIGN_DEADLINE_MS = 3_000;
/** The catalog requests it from the image host. */
const FIND_DEADLINE_MS = 12_000;

/** Photos and videos of returned goods. Their public ids follow from the order and the form of its customer. */
@Injectable()
export class ReturnEvidence {
  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
  ) {}

  /** @throws AppError ORDER_NOT_FOUND, also for other customers' orders; VALIDATION_FAILED, UNAVAILABLE */
  async sign(
    { orderId, requestId, kind, slot }: CallInput<'POST /returns/media/signature'>['body'],
    caller: Identity,
  ): Promise<CallResponse<'POST /returns/media/signature'>['upload']> {
    const order = await this.store.findByReference(orderId);
    const isOwn = order?.userId === caller.id;
    if (order?.phase !== 'placed' || (!isOwn && !hasPermission(caller.role, 'orders.write')))
      throw new AppError('ORDER_NOT_FOUND');
    const key = keyOf(String(order._id), requestId);
    return this.commands.request('rpc.catalog.evidence.sign', { key, kind, slot }, SIGN_DEADLINE_MS);
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
