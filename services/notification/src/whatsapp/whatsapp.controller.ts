import { createHmac, timingSafeEqual } from 'node:crypto';
import { Controller, Inject, Req } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { NotificationConfig } from '../notification.config.js';
import { WhatsAppStatuses } from './whatsapp-statuses.service.js';

interface WebhookRequest {
  headers: Record<string, string | string[] | undefined>;
  rawBody?: Buffer;
}

/** Webhooks of the WhatsApp Cloud API. */
@Controller()
export class WhatsAppController {
  constructor(
    private readonly statuses: WhatsAppStatuses,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  /** Meta compares the response with the challenge. */
  @HandlesCall('GET /notifications/whatsapp/webhook')
  confirm(
    @Input() { query }: Input<'GET /notifications/whatsapp/webhook'>,
  ): CallResponse<'GET /notifications/whatsapp/webhook'> {
    const { WHATSAPP_VERIFY_TOKEN: expected } = this.config;
    if (!expected || !isEqual(query['hub.verify_token'], expected)) throw new AppError('FORBIDDEN');
    return query['hub.challenge'];
  }

  /** The signature over the raw body is the only credential. */
  @HandlesCall('POST /notifications/whatsapp/webhook')
  async receive(@Req() request: WebhookRequest): Promise<CallResponse<'POST /notifications/whatsapp/webhook'>> {
    const secrets = [this.config.WHATSAPP_APP_SECRET, this.config.WHATSAPP_APP_SECRET_PREVIOUS];
    const { rawBody } = request;
    const signature = request.headers['x-hub-signature-256'];
    if (!rawBody || !secrets.some((secret) => secret && isEqual(signature, signatureOf(rawBody, secret))))
      throw new AppError('WEBHOOK_SIGNATURE_INVALID');
    await this.statuses.apply(JSON.parse(String(rawBody)));
    return { success: true };
  }
}

export const signatureOf = (rawBody: Buffer | string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;

/** In constant time for texts of equal length. */
function isEqual(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
