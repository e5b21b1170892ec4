import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Inject, Req } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import { AppError } from '@rangavalli/service-kit/app-error';
import { HandlesCall } from '@rangavalli/service-kit/http/call.decorators';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { FulfilmentConfig } from '../fulfilment.config.js';
import { CourierScans } from '../shipments/courier-scans.js';
import type { CourierEvent } from './courier.js';
import { readDelhiveryPush, readShiprocketWebhook } from './webhook-events.js';

interface WebhookRequest {
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/** Two during a rotation, none without an account. */
type WebhookKeys = readonly (string | undefined)[];

/** The key in the header is the only credential and is verified first. */
@Controller()
export class CourierWebhooksController {
  private readonly shiprocketKeys: WebhookKeys;
  private readonly delhiveryKeys: WebhookKeys;

  constructor(
    private readonly scans: CourierScans,
    @Inject(CONFIG) config: FulfilmentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.shiprocketKeys = [config.SHIPROCKET_WEBHOOK_KEY, config.SHIPROCKET_WEBHOOK_KEY_PREVIOUS];
    this.delhiveryKeys = [config.DELHIVERY_WEBHOOK_KEY, config.DELHIVERY_WEBHOOK_KEY_PREVIOUS];
  }

  /** Shiprocket refuses addresses that contain its name or `sr`. */
  @HandlesCall('POST /shipments/webhook/aggregator')
  receiveAggregator(@Req() request: WebhookRequest): Promise<CallResponse<'POST /shipments/webhook/aggregator'>> {
    return this.receive('shiprocket', request, this.shiprocketKeys, readShiprocketWebhook);
  }

  @HandlesCall('POST /shipments/webhook/sr')
  receiveShiprocket(@Req() request: WebhookRequest): Promise<CallResponse<'POST /shipments/webhook/sr'>> {
    return this.receive('shiprocket', request, this.shiprocketKeys, readShiprocketWebhook);
  }

  @HandlesCall('POST /shipments/webhook/dl')
  receiveDelhivery(@Req() request: WebhookRequest): Promise<CallResponse<'POST /shipments/webhook/dl'>> {
    return this.receive('delhivery', request, this.delhiveryKeys, readDelhiveryPush);
  }

  /** What cannot be read is acknowledged: the courier would send it again for ever. */
  private async receive(
    courier: Courier,
    { headers, body }: WebhookRequest,
    keys: WebhookKeys,
    read: (body: unknown) => CourierEvent[] | undefined,
  ): Promise<{ success: true }> {
    if (!keys.some((key) => key && isEqual(headers['x-api-key'], key))) throw new AppError('WEBHOOK_KEY_INVALID');
    const events = read(body);
    if (!events) this.logger.warn({ courier }, 'webhook of an unknown shape');
    else await this.scans.record(courier, events);
    return { success: true };
  }
}

/** Compares in constant time, also values of different lengths. */
function isEqual(given: unknown, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(hash(given), hash(expected));
}
