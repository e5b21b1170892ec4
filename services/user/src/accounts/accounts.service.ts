import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { User } from '@rangavalli/contracts/entities/user';
import { AppError } from '@rangavalli/service-kit/app-error';
import { newEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { type Model, Types } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import { OrderSummaries } from '../orders/order-summaries.js';
import { Tokens } from '../tokens/tokens.js';
import { ACCOUNT, type AccountRecord } from './account.schema.js';
import { LoginFailures } from './login-failures.js';
import { hashPassword, isPassword } from './passwords.js';

/** Who has an account, and the proof that they are the one. */
@Injectable()
export class AccountsService implements OnModuleInit {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
    private readonly failures: LoginFailures,
    private readonly tokens: Tokens,
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
    const account: AccountRecord = { _id, name, email, role: 'user', passwordHash: await hashPassword(password), createdAt: new Date(), outbox: [event] };
    try {
      await this.accounts.insertMany([account]);
    } catch (error) {
      if (isDuplicate(error)) throw new AppError('EMAIL_TAKEN');
      throw error;
    }
    this.outbox.tell(this.accounts, account);
  }

  /**
   * Checks a password and gives a token. An unknown address takes the same time and gets the same answer as
   * a wrong password.
   * @throws AppError INVALID_CREDENTIALS; RATE_LIMITED after too many wrong passwords
   */
  async login({ email, password }: { email: string; password: string }): Promise<{ token: string; user: User }> {
    await this.failures.check(email);
    const account = await this.accounts.findOne({ email }).lean<AccountRecord>();
    if (!(await isPassword(account?.passwordHash, password)) || !account) {
      await this.failures.add(email);
      throw new AppError('INVALID_CREDENTIALS');
    }
    const [token, user] = await Promise.all([this.tokens.issue(account), this.withOrders(account), this.failures.clear(email)]);
    return { token, user };
  }

  /** @throws AppError UNAUTHENTICATED when the account is gone */
  async profile(id: string): Promise<User> {
    const account = await this.accounts.findById(id).lean<AccountRecord>();
    if (!account) throw new AppError('UNAUTHENTICATED');
    return this.withOrders(account);
  }

  /**
   * Changes name or phone; what is left out stays, an empty phone is taken out.
   * @throws AppError UNAUTHENTICATED when the account is gone
   */
  async changeProfile(id: string, { name, phone }: { name?: string | undefined; phone?: string | undefined }): Promise<User> {
    const $set = { ...(name ? { name } : {}), ...(phone ? { phone } : {}) };
    const account = await this.accounts
      .findByIdAndUpdate(id, { $set, ...(phone === '' ? { $unset: { phone: 1 } } : {}) }, { returnDocument: 'after' })
      .lean<AccountRecord>();
    if (!account) throw new AppError('UNAUTHENTICATED');
    return this.withOrders(account);
  }

  /**
   * Changes a password by the one before it. Wrong ones count as wrong logins do, so that nobody guesses here either.
   * @throws AppError WRONG_PASSWORD; RATE_LIMITED after too many of them; UNAUTHENTICATED when the account is gone
   */
  async changePassword(id: string, { currentPassword, newPassword }: { currentPassword: string; newPassword: string }): Promise<void> {
    const account = await this.accounts.findById(id).lean<AccountRecord>();
    if (!account) throw new AppError('UNAUTHENTICATED');
    await this.failures.check(account.email);
    if (!(await isPassword(account.passwordHash, currentPassword))) {
      await this.failures.add(account.email);
      throw new AppError('WRONG_PASSWORD');
    }
    const passwordHash = await hashPassword(newPassword);
    // Guarded by the password that was proved: of two changes at once the second one proved an old one. A letter
    // that is on its way ends with it.
    const changed = await this.accounts.updateOne({ _id: account._id, passwordHash: account.passwordHash }, { $set: { passwordHash }, $unset: { reset: 1 } });
    if (changed.modifiedCount === 0) throw new AppError('WRONG_PASSWORD');
    await this.failures.clear(account.email);
  }

  /** Every customer, newest first. */
  async customers(): Promise<Omit<User, 'orders'>[]> {
    const accounts = await this.accounts.find({ role: 'user' }, { passwordHash: 0, givenHash: 0, reset: 0, outbox: 0 }).sort({ createdAt: -1 }).lean<AccountRecord[]>();
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

/** What others may see of an account: hashes are not among it. */
const toUser = ({ _id, name, email, phone, role, createdAt }: AccountRecord): Omit<User, 'orders'> => ({
  _id: String(_id), name, email, ...(phone ? { phone } : {}), role, createdAt: createdAt.toISOString(),
});
