import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { User } from '@rangavalli/contracts/entities/user';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { type Model, Types } from 'mongoose';
import { OrderSummaries } from '../orders/order-summaries.js';
import { LoginFailures } from '../passwords/login-failures.js';
import { hashPassword, verifyPassword } from '../passwords/passwords.js';
import type { RefreshToken } from '../sessions/refresh-token.js';
import type { SessionRecord } from '../sessions/session.schema.js';
import { Sessions } from '../sessions/sessions.service.js';
import { Tokens } from '../tokens/tokens.js';
import { ACCOUNT, type AccountRecord, sessionVersionOf, toUser } from './account.schema.js';

interface LoginContext {
  device: string;
  cookie?: RefreshToken | undefined;
}

@Injectable()
export class AccountsService implements OnModuleInit {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
    private readonly failures: LoginFailures,
    private readonly tokens: Tokens,
    private readonly sessions: Sessions,
    private readonly orders: OrderSummaries,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this.accounts);
  }

  /**
   * @param email trimmed and in lower case
   * @throws AppError EMAIL_TAKEN
   */
  async register({ name, email, password }: { name: string; email: string; password: string }): Promise<void> {
    const _id = new Types.ObjectId();
    const account: AccountRecord = {
      _id,
      name,
      email,
      role: 'user',
      passwordHash: await hashPassword(password),
      createdAt: new Date(),
      outbox: [createEvent('user.registered', { userId: String(_id), name, email })],
    };
    try {
      await this.accounts.insertMany([account]);
    } catch (error) {
      if (isDuplicateKeyError(error)) throw new AppError('EMAIL_TAKEN');
      throw error;
    }
    this.outbox.publishPending(this.accounts, account);
  }

  /**
   * Starts a session. An unknown email takes the same time and gets the same error as a wrong password.
   * @throws AppError INVALID_CREDENTIALS; RATE_LIMITED after too many wrong passwords
   */
  async login(
    { email, password }: { email: string; password: string },
    { device, cookie }: LoginContext,
  ): Promise<{ token: string; user: User; refreshToken: RefreshToken }> {
    await this.failures.count(email);
    const account = await this.accounts.findOne({ email }).lean<AccountRecord>();
    if (!(await verifyPassword(account?.passwordHash, password)) || !account) throw new AppError('INVALID_CREDENTIALS');
    const [refreshToken, user] = await Promise.all([
      this.sessions.start(account, device, cookie),
      this.withOrders(account),
      this.failures.clear(email),
    ]);
    return { token: await this.tokens.issue(account, refreshToken.id), user, refreshToken };
  }

  /** Returns undefined when the password changed or the account is gone. */
  async resume({ _id, userId, version }: SessionRecord): Promise<{ token: string; user: User } | undefined> {
    const account = await this.accounts.findById(userId).lean<AccountRecord>();
    if (!account || sessionVersionOf(account) !== version) return undefined;
    const [token, user] = await Promise.all([this.tokens.issue(account, _id), this.withOrders(account)]);
    return { token, user };
  }

  async get(id: string): Promise<AccountRecord> {
    const account = await this.accounts.findById(id).lean<AccountRecord>();
    if (!account) throw new AppError('UNAUTHENTICATED');
    return account;
  }

  async profile(id: string): Promise<User> {
    return this.withOrders(await this.get(id));
  }

  /**
   * Changes name or phone; an empty phone removes it.
   * @throws AppError UNAUTHENTICATED when the account is gone
   */
  async changeProfile(
    id: string,
    { name, phone }: { name?: string | undefined; phone?: string | undefined },
  ): Promise<User> {
    const $set = { ...(name ? { name } : {}), ...(phone ? { phone } : {}) };
    const account = await this.accounts
      .findByIdAndUpdate(id, { $set, ...(phone === '' ? { $unset: { phone: 1 } } : {}) }, { returnDocument: 'after' })
      .lean<AccountRecord>();
    if (!account) throw new AppError('UNAUTHENTICATED');
    return this.withOrders(account);
  }

  /**
   * Ends all sessions and starts a new one. Wrong passwords count as failed logins.
   * @throws AppError WRONG_PASSWORD; RATE_LIMITED after too many of them; UNAUTHENTICATED when the account is gone
   */
  async changePassword(
    id: string,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    device: string,
  ): Promise<RefreshToken> {
    const { _id, email, passwordHash } = await this.get(id);
    await this.failures.count(email);
    if (!(await verifyPassword(passwordHash, currentPassword))) throw new AppError('WRONG_PASSWORD');
    // Guarded by the hash that was verified: the second of two simultaneous changes fails. A pending reset ends too.
    const changed = await this.accounts
      .findOneAndUpdate(
        { _id, passwordHash },
        { $set: { passwordHash: await hashPassword(newPassword) }, $unset: { reset: 1 }, $inc: { sessionVersion: 1 } },
        { returnDocument: 'after' },
      )
      .lean<AccountRecord>();
    if (!changed) throw new AppError('WRONG_PASSWORD');
    const [refreshToken] = await Promise.all([
      this.sessions.start(changed, device),
      this.sessions.deleteEnded(changed),
      this.failures.clear(email),
    ]);
    return refreshToken;
  }

  async customers(): Promise<Omit<User, 'orders'>[]> {
    const accounts = await this.accounts
      .find({ role: 'user' }, { name: 1, email: 1, phone: 1, role: 1, createdAt: 1 })
      .sort({ createdAt: -1 })
      .lean<AccountRecord[]>();
    return accounts.map(toUser);
  }

  private async withOrders(account: AccountRecord): Promise<User> {
    return { ...toUser(account), orders: await this.orders.list(String(account._id)) };
  }
}
