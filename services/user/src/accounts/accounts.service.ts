import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { User } from '@rangavalli/contracts/entities/user';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage } from '@rangavalli/service-kit/database/paging';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { EmailVerification } from '../emails/email-verification.js';
import { OrderSummaries } from '../orders/order-summaries.js';
import { EmailQuotas } from '../passwords/email-quota.js';
import { assertAcceptablePassword } from '../passwords/password-policy.js';
import { passwordFields } from '../passwords/passwords.js';
import { Consents } from '../privacy/consents.js';
import { MAX_TAKEN_EMAILS_PER_HOUR } from '../user.config.js';
import { ACCOUNT, type AccountRecord, nameWordsOf, phoneDigitsOf, toUser } from './account.schema.js';

const DEFAULT_PAGE_SIZE = 200;
/** Digits as people write them: `98480`, `+91 98480 10407`. */
const PHONE = /^[+0-9()\-\s]*\d{3}[0-9()\-\s]*$/;
const PREFIX_OF_INDIA = /^\s*(?:\+91|0)/;
/** Sorts after every character that can continue a word. */
const LAST_CHARACTER = '\u{10FFFF}';

@Injectable()
export class AccountsService implements OnModuleInit {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
    private readonly orders: OrderSummaries,
    private readonly verification: EmailVerification,
    private readonly quotas: EmailQuotas,
    private readonly consents: Consents,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this.accounts);
  }

  /**
   * Creates a customer and emails the link that confirms the address. Only a taken address counts, but every
   * registration is refused once a network has used its quota: the refusal must not reveal which addresses are taken.
   * @throws AppError EMAIL_TAKEN; PASSWORD_BREACHED; RATE_LIMITED
   */
  async register(registration: CallInput<'POST /users/register'>['body'], { network }: Visitor): Promise<void> {
    const hasQuota = await this.quotas.use('registration-by-network', network, MAX_TAKEN_EMAILS_PER_HOUR);
    let isTaken = false;
    try {
      if (!hasQuota) throw new AppError('RATE_LIMITED');
      await this.create(registration);
    } catch (error) {
      isTaken = error instanceof AppError && error.code === 'EMAIL_TAKEN';
      throw error;
    } finally {
      if (!isTaken) await this.quotas.release('registration-by-network', network);
    }
  }

  /** @throws AppError UNAUTHENTICATED when the account is gone */
  async get(id: string): Promise<AccountRecord> {
    const account = await this.accounts.findOne({ _id: id, deletedAt: { $exists: false } }).lean<AccountRecord>();
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
    const $set = {
      ...(name ? { name, nameWords: nameWordsOf(name) } : {}),
      ...(phone ? { phone, phoneDigits: phoneDigitsOf(phone) } : {}),
    };
    const account = await this.accounts
      .findOneAndUpdate(
        { _id: id, deletedAt: { $exists: false } },
        { $set, ...(phone === '' ? { $unset: { phone: 1, phoneDigits: 1 } } : {}) },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    if (!account) throw new AppError('UNAUTHENTICATED');
    return this.withOrders(account);
  }

  /** Returns one page of customers, newest first; `q` begins an email, a word of a name, or a phone number. */
  async customers({
    q,
    page,
    limit: pageSize = DEFAULT_PAGE_SIZE,
  }: CallInput<'GET /users/admin/customers'>['query']): Promise<
    Omit<CallResponse<'GET /users/admin/customers'>, 'success'>
  > {
    const filter: QueryFilter<AccountRecord> = {
      role: 'user',
      deletedAt: { $exists: false },
      ...(q ? searchFilter(q) : {}),
    };
    const { items, ...pageInfo } = await findPage(this.accounts, {
      filter,
      projection: { name: 1, email: 1, emailVerifiedAt: 1, phone: 1, role: 1, createdAt: 1, deletion: 1 },
      sort: { createdAt: -1 },
      page,
      pageSize,
    });
    return { customers: items.map(toUser), ...pageInfo };
  }

  /** @throws AppError NOT_FOUND */
  async customer(id: string): Promise<Omit<User, 'orders'>> {
    const account = await this.accounts.findOne({ _id: id, deletedAt: { $exists: false } }).lean<AccountRecord>();
    if (!account) throw new AppError('NOT_FOUND');
    return toUser(account);
  }

  async withOrders(account: AccountRecord): Promise<User> {
    return { ...toUser(account), orders: await this.orders.list(String(account._id)) };
  }

  private async create({
    name,
    email,
    password,
    noticeVersion,
  }: CallInput<'POST /users/register'>['body']): Promise<void> {
    assertAcceptablePassword(password, { role: 'user', email });
    const _id = new Types.ObjectId();
    const account: AccountRecord = {
      _id,
      name,
      nameWords: nameWordsOf(name),
      email,
      role: 'user',
      ...(await passwordFields(password)),
      createdAt: new Date(),
      outbox: [createEvent('user.registered', { userId: String(_id), name, email })],
    };
    await this.verification.assertNotReserved(email);
    try {
      await this.accounts.insertMany([account]);
    } catch (error) {
      if (isDuplicateKeyError(error)) throw new AppError('EMAIL_TAKEN');
      throw error;
    }
    this.outbox.publishPending(this.accounts, account);
    if (noticeVersion)
      await this.consents.add(String(_id), { purpose: 'privacy_notice', granted: true, noticeVersion });
    this.verification.sendAfterRegistration(account);
  }
}

function searchFilter(q: string): QueryFilter<AccountRecord> {
  if (PHONE.test(q)) return { phoneDigits: prefixRange(phoneDigitsOf(q.replace(PREFIX_OF_INDIA, ''))) };
  const isPrefix = prefixRange(q);
  return { $or: [{ email: isPrefix }, { nameWords: { $elemMatch: isPrefix } }] };
}

function prefixRange(q: string): { $gte: string; $lt: string } {
  const start = q.normalize('NFKC').toLowerCase();
  return { $gte: start, $lt: start + LAST_CHARACTER };
}
