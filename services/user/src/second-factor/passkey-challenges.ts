import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { type Model, Schema } from 'mongoose';
import { z } from 'zod';

export const PASSKEY_CHALLENGE = 'PasskeyChallenge';
const VALID_MS = 5 * 60_000;

export type PasskeyPurpose = 'register' | 'login' | 'second-factor' | 'step-up';

interface PasskeyChallengeRecord {
  /** The challenge, base64url. */
  _id: string;
  purpose: PasskeyPurpose;
  /** Missing for a login without an email. */
  userId?: string;
  expiresAt: Date;
}

export const passkeyChallengeSchema = new Schema<PasskeyChallengeRecord>(
  {
    _id: String,
    purpose: { type: String, required: true },
    userId: String,
    expiresAt: { type: Date, required: true },
  },
  { collection: 'passkey_challenges', versionKey: false },
);
passkeyChallengeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const clientData = z.object({ challenge: z.string().min(1).max(200) });

/** Challenges of passkey ceremonies: each is used once, within five minutes, for what it was created. */
@Injectable()
export class PasskeyChallenges {
  constructor(@InjectModel(PASSKEY_CHALLENGE) private readonly challenges: Model<PasskeyChallengeRecord>) {}

  async add(challenge: string, purpose: PasskeyPurpose, userId?: string): Promise<void> {
    const expiresAt = new Date(Date.now() + VALID_MS);
    await this.challenges.insertMany([{ _id: challenge, purpose, ...(userId ? { userId } : {}), expiresAt }]);
  }

  /**
   * Consumes the challenge of a response.
   * @param clientDataJSON base64url
   * @throws AppError PASSKEY_INVALID
   */
  async consume(clientDataJSON: string, purpose: PasskeyPurpose, userId?: string): Promise<string> {
    const challenge = readChallenge(clientDataJSON);
    const consumed = challenge
      ? await this.challenges.findOneAndDelete({
          _id: challenge,
          purpose,
          userId: userId ?? { $exists: false },
          expiresAt: { $gt: new Date() },
        })
      : null;
    if (!challenge || !consumed) throw new AppError('PASSKEY_INVALID');
    return challenge;
  }
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge;
  } catch {
    return undefined;
  }
}
