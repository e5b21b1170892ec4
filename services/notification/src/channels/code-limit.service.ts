import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model } from 'mongoose';
import { SMS_CLAIM, type SmsClaimRecord } from './sms-claim.schema.js';

/** To one number, by all accounts together. */
const MAX_CODES_PER_HOUR = 5;
const HOUR_MS = 3_600_000;

/** Limits the codes that a mobile number gets by SMS: each costs money, and the number may be somebody else's. */
@Injectable()
export class CodeLimit {
  constructor(@InjectModel(SMS_CLAIM) private readonly claims: Model<SmsClaimRecord>) {}

  /** Counts a code before it is sent. Returns its claim; undefined when the number had five within the last hour. */
  async claim(mobile: string): Promise<string | undefined> {
    const hash = createHash('sha256').update(mobile).digest('base64url');
    const now = Date.now();
    for (let number = 1; number <= MAX_CODES_PER_HOUR; number += 1) {
      const id = `${hash}-${number}`;
      // A claim that still counts is not matched, and cannot be inserted again.
      const claimed = this.claims.updateOne(
        { _id: id, expiresAt: { $lte: new Date(now) } },
        { $set: { expiresAt: new Date(now + HOUR_MS) } },
        { upsert: true, runValidators: true },
      );
      if (await isInserted(claimed.exec())) return id;
    }
    return undefined;
  }

  /** A code that was not sent does not count. */
  async release(claim: string): Promise<void> {
    await this.claims.deleteOne({ _id: claim });
  }
}
