import { Inject, Injectable } from '@nestjs/common';
import { brand } from '@rangavalli/contracts/brand';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import webPush from 'web-push';
import type { NotificationConfig } from '../notification.config.js';
import type { PushSubscriptionRecord } from '../push/push-subscription.schema.js';
import { PushSubscriptions } from '../push/push-subscriptions.service.js';
import { type Channel, ChannelError, type ChannelMessage, type Receiver } from './channel.js';

const TIMEOUT_MS = 8_000;
/** A notification that arrives later is of no use, seconds. */
const TTL_SECONDS = 43_200;
/** The browser has ended the subscription. */
const EXPIRED: readonly number[] = [404, 410];
/** Of Chrome, Firefox, Edge and Safari. */
const PUSH_SERVICES =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)*push\.services\.mozilla\.com|(?:[\w-]+\.)*notify\.windows\.com|(?:[\w-]+\.)*push\.apple\.com)$/;

/** @param hosts further ones, with their port */
export function isPushService(endpoint: string, hosts: readonly string[]): boolean {
  const { protocol, hostname, host } = new URL(endpoint);
  return hosts.includes(host) || (protocol === 'https:' && PUSH_SERVICES.test(hostname));
}

/** Web push to every browser that a customer subscribed. */
@Injectable()
export class PushChannel implements Channel<'push'> {
  readonly name = 'push';
  readonly isIdempotent = false;

  constructor(
    @Inject(CONFIG) private readonly config: NotificationConfig,
    private readonly subscriptions: PushSubscriptions,
  ) {}

  isSetUp(): boolean {
    return this.config.VAPID_PUBLIC_KEY !== undefined && this.config.VAPID_PRIVATE_KEY !== undefined;
  }

  templateOf(): undefined {
    return undefined;
  }

  addressOf({ userId }: Receiver): string | undefined {
    return userId;
  }

  async send({ id, to, content }: ChannelMessage<'push'>): Promise<object> {
    const subscriptions = await this.subscriptions.find(to);
    if (subscriptions.length === 0) throw new ChannelError('rejected', 'no subscribed browser');
    const payload = JSON.stringify({ id, title: content.title, text: content.text, path: content.path ?? '/' });
    const outcomes = await Promise.allSettled(subscriptions.map((one) => this.sendTo(one, payload)));
    if (outcomes.some(({ status }) => status === 'fulfilled')) return {};
    const [first] = outcomes;
    throw first?.status === 'rejected' ? first.reason : new ChannelError('rejected', 'no subscribed browser');
  }

  private async sendTo({ endpoint, keys }: PushSubscriptionRecord, payload: string): Promise<void> {
    const { VAPID_PUBLIC_KEY: publicKey = '', VAPID_PRIVATE_KEY: privateKey = '', VAPID_SUBJECT } = this.config;
    const request = webPush.generateRequestDetails({ endpoint, keys }, payload, {
      vapidDetails: { subject: VAPID_SUBJECT ?? `mailto:${brand.email}`, publicKey, privateKey },
      TTL: TTL_SECONDS,
    });
    const response = await fetch(endpoint, {
      method: request.method,
      headers: request.headers as Record<string, string>,
      body: new Uint8Array(request.body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new ChannelError('unavailable', 'no response of the push service', { cause });
    });
    await response.body?.cancel();
    if (response.ok) return;
    if (EXPIRED.includes(response.status)) await this.subscriptions.remove(endpoint);
    throw new ChannelError('rejected', `push service: status ${response.status}`);
  }
}
