import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { sendingError } from '../channels/channel.js';
import { Channels } from '../channels/channels.js';
import { CodeLimit } from '../channels/code-limit.service.js';
import { render } from '../templates/render.js';
import type { PreferenceRecord } from './preference.schema.js';
import { Preferences } from './preferences.service.js';

const VALID_MINUTES = 10;
const MAX_ATTEMPTS = 5;
const RESEND_AFTER_MS = 60_000;
const KIND = 'one_time_code';
const TOO_MANY_CODES = 'We have sent several codes to this number. Please try again in an hour.';

const hashOf = (userId: string, code: string): string => createHmac('sha256', userId).update(code).digest('base64url');

/** Codes by SMS that show whose a mobile number is. */
@Injectable()
export class PhoneVerification {
  constructor(
    private readonly preferences: Preferences,
    private readonly channels: Channels,
    private readonly limit: CodeLimit,
  ) {}

  /**
   * Sends a code that is valid for ten minutes.
   * @throws AppError CHANNEL_NOT_AVAILABLE without SMS; RATE_LIMITED within a minute of the last code,
   *   and after five codes for the number within an hour; MESSAGE_REJECTED, UNAVAILABLE
   */
  async sendCode(userId: string, phone: string): Promise<void> {
    const sms = this.channels.get('sms');
    if (!sms.isSetUp(KIND)) throw new AppError('CHANNEL_NOT_AVAILABLE');
    const to = sms.addressOf({ phone });
    const fields = { phone: 'Please enter an Indian mobile number.' };
    if (!to) throw new AppError('VALIDATION_FAILED', { details: { fields } });
    assertNotJustSent(await this.preferences.find(userId));
    const claim = await this.limit.claim(to);
    if (!claim) throw new AppError('RATE_LIMITED', { message: TOO_MANY_CODES });
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const hash = hashOf(userId, code);
    const expiresAt = new Date(Date.now() + VALID_MINUTES * 60_000);
    await this.preferences.update(userId, (own) => {
      assertNotJustSent(own);
      return { $set: { phoneCode: { phone, hash, expiresAt, attempts: 0 } } };
    });
    const content = render(KIND, 'sms', { code, validMinutes: VALID_MINUTES });
    if (!content) throw new AppError('CHANNEL_NOT_AVAILABLE');
    try {
      await sms.send({ id: `phone-${randomUUID()}`, kind: KIND, to, content });
    } catch (cause) {
      await this.limit.release(claim);
      // The next request sends at once: the number may be wrong.
      await this.preferences.update(userId, ({ phoneCode }) =>
        phoneCode?.hash === hash ? { $unset: { phoneCode: 1 } } : {},
      );
      throw sendingError(cause);
    }
  }

  /** @throws AppError CONFIRMATION_CODE_EXPIRED, CONFIRMATION_CODE_INVALID */
  async verify(userId: string, code: string): Promise<void> {
    let isCorrect = false;
    await this.preferences.update(userId, ({ phoneCode }) => {
      if (!phoneCode || phoneCode.expiresAt.getTime() < Date.now() || phoneCode.attempts >= MAX_ATTEMPTS)
        throw new AppError('CONFIRMATION_CODE_EXPIRED');
      isCorrect = timingSafeEqual(Buffer.from(phoneCode.hash), Buffer.from(hashOf(userId, code)));
      if (!isCorrect) return { $set: { 'phoneCode.attempts': phoneCode.attempts + 1 } };
      return { $set: { phone: phoneCode.phone, phoneVerifiedAt: new Date() }, $unset: { phoneCode: 1 } };
    });
    if (!isCorrect) throw new AppError('CONFIRMATION_CODE_INVALID');
  }
}

/** @throws AppError RATE_LIMITED */
function assertNotJustSent({ phoneCode }: PreferenceRecord): void {
  if (phoneCode && sentAt(phoneCode) > Date.now() - RESEND_AFTER_MS) throw new AppError('RATE_LIMITED');
}

const sentAt = ({ expiresAt }: NonNullable<PreferenceRecord['phoneCode']>): number =>
  expiresAt.getTime() - VALID_MINUTES * 60_000;
