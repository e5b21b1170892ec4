import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { User } from '@rangavalli/contracts/entities/user';
import { AppError } from '@rangavalli/service-kit/app-error';
import { newEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { type Model, Types } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import { OrderSummaries } from '../orders/order-summaries.js';
import type { Proof } from '../sessions/secrets.js';
import type { SessionRecord } from '../sessions/session.schema.js';
import { type BegunSession, eraOf, Sessions } from '../sessions/sessions.service.js';
import { Tokens } from '../tokens/tokens.js';
import { ACCOUNT, type AccountRecord, toUser } from './account.schema.js';
import { LoginFailures } from './login-failures.js';
import { hashPassword, isPassword } from './passwords.js';

/** The browser that somebody logs in with. */
export interface Place {
  device: string;
  /** The refresh cookie that it has from before. */
  cookie?: Proof | undefined;
}

/** Who has an account, and the proof that they are the one. */
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
    this.outbox.watch(this.accounts);
  }

  /**
   * Opens a customer's account. Roles are not given here: an admin comes from the shop's accounts file only.
   * @param email trimmed and in lower case
   * @throws AppError EMAIL_TAKEN
   */
  async register({ name, email, password }: { name: string; email: string; password: string }): Promise<void> {
    const _id = new Types.ObjectId();
    const event = newEvent('user.registered', { userId: String(_id), name, email });
    const account: AccountRecord = {
      _id,
      name,
      email,
      role: 'user',
      passwordHash: await hashPassword(password),
      createdAt: new Date(),
      outbox: [event],
    };
    try {
      await this.accounts.insertMany([account]);
    } catch (error) {
      if (isDuplicate(error)) throw new AppError('EMAIL_TAKEN');
      throw error;
    }
    this.outbox.tell(this.accounts, account);
  }

  /**
   * Checks a password and begins a session. An unknown address takes the same time and gets the same answer as
   * a wrong password.
   * @param place the browser that logs in, and the cookie that it has from before
   * @throws AppError INVALID_CREDENTIALS; RATE_LIMITED after too many wrong passwords
   */
  async login(
    { email, password }: { email: string; password: string },
    place: Place,
  ): Promise<{ token: string; user: User; proof: Proof }> {
    await this.failures.count(email);
    const account = await this.accounts.findOne({ email }).lean<AccountRecord>();
    if (!(await isPassword(account?.passwordHash, password)) || !account) throw new AppError('INVALID_CREDENTIALS');
    const [{ id, proof }, user] = await Promise.all([
      this.sessions.begin(account, place.device, place.cookie),
      this.withOrders(account),
      this.failures.clear(email),
    ]);
    return { token: await this.tokens.issue(account, id), user, proof };
  }

  /** What a renewed session gives: roles and names as they are now; nothing when the account is gone or its password is another. */
  async enter({ _id, userId, era }: SessionRecord): Promise<{ token: string; user: User } | undefined> {
    const account = await this.accounts.findById(userId).lean<AccountRecord>();
    if (!account || eraOf(account) !== era) return undefined;
    const [token, user] = await Promise.all([this.tokens.issue(account, _id), this.withOrders(account)]);
    return { token, user };
  }

  /** @throws AppError UNAUTHENTICATED when the account is gone */
  async known(id: string): Promise<AccountRecord> {
    const account = await this.accounts.findById(id).lean<AccountRecord>();
    if (!account) throw new AppError('UNAUTHENTICATED');
    return account;
  }

  /** @throws AppError UNAUTHENTICATED when the account is gone */
  async profile(id: string): Promise<User> {
    return this.withOrders(await this.known(id));
  }

  /**
   * Changes name or phone; what is left out stays, an empty phone is taken out.
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
   * Changes a password by the one before it, and ends all sessions; a new one begins in the browser that did it. Wrong
   * passwords count as wrong logins do, so that nobody guesses here either.
   * @throws AppError WRONG_PASSWORD; RATE_LIMITED after too many of them; UNAUTHENTICATED when the account is gone
   */
  async changePassword(
    id: string,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    device: string,
  ): Promise<BegunSession> {
    const account = await this.known(id);
    await this.failures.count(account.email);
    if (!(await isPassword(account.passwordHash, currentPassword))) throw new AppError('WRONG_PASSWORD');
    const passwordHash = await hashPassword(newPassword);
    // Guarded by the password that was proved: of two changes at once the second one proved an old one. A letter
    // that is on its way ends with it, and so does every session.
    const changed = await this.accounts
      .findOneAndUpdate(
        { _id: account._id, passwordHash: account.passwordHash },
        { $set: { passwordHash }, $unset: { reset: 1 }, $inc: { sessionEra: 1 } },
        { returnDocument: 'after' },
      )
      .lean<AccountRecord>();
    if (!changed) throw new AppError('WRONG_PASSWORD');
    const [begun] = await Promise.all([
      this.sessions.begin(changed, device),
      this.sessions.tidyUp(changed._id, eraOf(changed)),
      this.failures.clear(account.email),
    ]);
    return begun;
  }

  /** Every customer, newest first. */
  async customers(): Promise<Omit<User, 'orders'>[]> {
    const accounts = await this.accounts
      .find({ role: 'user' }, { passwordHash: 0, givenHash: 0, reset: 0, sessionEra: 0, outbox: 0 })
      .sort({ createdAt: -1 })
      .lean<AccountRecord[]>();
    return accounts.map(toUser);
  }

  /** The address to write to, where an event names none. */
  async emailOf(id: string): Promise<string | undefined> {
    return (await this.accounts.findById(id, { email: 1 }).lean<Pick<AccountRecord, 'email'>>())?.email;
  }

  private async withOrders(account: AccountRecord): Promise<User> {
    return { ...toUser(account), orders: await this.orders.of(String(account._id)) };
  }
}
