import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { type Model, Schema } from 'mongoose';
import { SharedSecret } from '../tokens/shared-secret.js';
import { DEVICE_LIFETIME_MS } from '../user.config.js';

export const DEVICE = 'Device';
export const MAX_LISTED_DEVICES = 1_000;
/** Accounts of one browser; another one replaces the oldest. */
const MAX_ACCOUNTS = 20;

interface DeviceRecord {
  _id: string;
  /** Accounts that have logged in here, newest last. */
  userIds: string[];
  lastUsedAt: Date;
}

export const deviceSchema = new Schema<DeviceRecord>(
  { _id: String, userIds: { type: [String], required: true }, lastUsedAt: { type: Date, required: true } },
  { collection: 'devices', versionKey: false },
);
deviceSchema.index({ userIds: 1 });
deviceSchema.index({ lastUsedAt: 1 }, { expireAfterSeconds: DEVICE_LIFETIME_MS / 1000 });

/** Browsers that have logged in before, by a signed cookie: wrong passwords from elsewhere never affect them. */
@Injectable()
export class Devices {
  constructor(
    @InjectModel(DEVICE) private readonly devices: Model<DeviceRecord>,
    private readonly secret: SharedSecret,
  ) {}

  /** Returns whether the account has logged in with this cookie. */
  async isKnown(cookie: string | undefined, userId: string): Promise<boolean> {
    const id = await this.identify(cookie);
    return id !== undefined && (await this.devices.exists({ _id: id, userIds: userId })) !== null;
  }

  /** Records a login. Returns the cookie and whether this browser is new for an account that has used another one. */
  async recordLogin(cookie: string | undefined, userId: string): Promise<{ cookie: string; isNew: boolean }> {
    const id = (await this.identify(cookie)) ?? randomUUID();
    const isKnown = (await this.devices.exists({ _id: id, userIds: userId })) !== null;
    const isNew = !isKnown && (await this.devices.exists({ userIds: userId })) !== null;
    await this.store(id, userId, isKnown);
    return { cookie: await this.issue(id), isNew };
  }

  /** Returns when the browsers of an account last logged in, newest first; at most MAX_LISTED_DEVICES and one more. */
  async list(userId: string): Promise<Date[]> {
    const devices = await this.devices
      .find({ userIds: userId }, { lastUsedAt: 1 })
      .hint('userIds_1')
      .sort({ lastUsedAt: -1 })
      .limit(MAX_LISTED_DEVICES + 1)
      .lean<Pick<DeviceRecord, 'lastUsedAt'>[]>();
    return devices.map(({ lastUsedAt }) => lastUsedAt);
  }

  async removeAccount(userId: string): Promise<void> {
    await this.devices.updateMany({ userIds: userId }, { $pull: { userIds: userId } });
  }

  private async store(_id: string, userId: string, isKnown: boolean): Promise<void> {
    const update = isKnown ? {} : { $push: { userIds: { $each: [userId], $slice: -MAX_ACCOUNTS } } };
    try {
      await this.devices.updateOne({ _id }, { $set: { lastUsedAt: new Date() }, ...update }, { upsert: true });
    } catch (error) {
      // A simultaneous login of the same browser created it.
      if (!isDuplicateKeyError(error)) throw error;
      await this.devices.updateOne({ _id }, { $set: { lastUsedAt: new Date() }, ...update });
    }
  }

  private async issue(id: string): Promise<string> {
    const payload = `${id}.${Math.floor((Date.now() + DEVICE_LIFETIME_MS) / 1000)}`;
    return `${payload}.${await this.secret.sign('device', payload)}`;
  }

  private async identify(cookie: string | undefined): Promise<string | undefined> {
    const [, payload, id, expires, signature] = /^(([\da-f-]{36})\.(\d{10,11}))\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
    if (!payload || !id || !signature || Number(expires) * 1000 < Date.now()) return undefined;
    return (await this.secret.verify('device', payload, signature)) ? id : undefined;
  }
}
