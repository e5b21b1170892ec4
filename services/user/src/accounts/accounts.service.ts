import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { Customer, User } from '@rangavalli/contracts/entities/user';
import { isStaff } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage, ID_INDEX, type IndexedFilter } from '@rangavalli/service-kit/database/paging';
import { phoneDigitsOf, phonePrefixOf, startsWith, wordsOf } from '@rangavalli/service-kit/database/search-words';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import { type Model, Types } from 'mongoose';
import { EmailVerification } from '../emails/email-verification.js';
import { OrderSummaries } from '../orders/order-summaries.js';
import { EmailQuotas } from '../passwords/email-quota.js';
import { assertAcceptablePassword } from '../passwords/password-policy.js';
import { passwordFields } from '../passwords/passwords.js';
import { Consents } from '../privacy/consents.js';
import { MAX_TAKEN_EMAILS_PER_HOUR } from '../user.config.js';
import { ACCOUNT, type AccountRecord, nameWordsOf, toCustomer, toUser } from './account.schema.js';
import { UnconfirmedAccounts } from './unconfirmed-accounts.js';

const PAGE_SIZE = 25;
/** Retries after a simultaneous registration or change of the account. */
const MAX_ATTEMPTS = 5;
const CUSTOMER = { role: 'user', deletedAt: { $exists: false } } as const;

@Injectable()
export class AccountsService implements OnModuleInit {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
    private readonly orders: OrderSummaries,
    private readonly verification: EmailVerification,
    private readonly quotas: EmailQuotas,
    private readonly consents: Consents,
    private readonly unconfirmed: UnconfirmedAccounts,
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

  /**
   * Returns one page of customers, newest first; `q` begins an email, a word of a name, or a phone number, of the
   * account or of a recipient of its orders. Where many have it as a whole word of their names, only these.
   */
  async customers({
    q,
    group,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /users/admin/customers'>['query']): Promise<
    Omit<CallResponse<'GET /users/admin/customers'>, 'success'>
  > {
    const finders = q ? [...searchFilters(q), ...(await this.recipientFilters(q))] : undefined;
    const conditions = { ...CUSTOMER, ...(group ? { groups: group } : {}) };
    const nameWords = q && wordsOf(q).join(' ');
    const { items, ...pageInfo } = await findPage<AccountRecord>(this.accounts, {
      filter: finders ? { ...conditions, $or: finders.map(({ filter }) => filter) } : conditions,
      // New orders change the ids in the filter.
      name: ['customers', q, group],
      index: group ? 'groups_1__id_-1' : ID_INDEX,
      finders,
      best: nameWords
        ? { filter: { nameWords }, listed: { ...conditions, nameWords }, index: 'nameWords_1__id_-1' }
        : undefined,
      projection: { name: 1, email: 1, emailVerifiedAt: 1, phone: 1, role: 1, createdAt: 1, deletion: 1, groups: 1 },
      limit,
      cursor,
    });
    return { customers: items.map(toCustomer), ...pageInfo };
  }

  private async recipientFilters(q: string): Promise<IndexedFilter<AccountRecord>[]> {
    const ids = await this.orders.findCustomers(q);
    return ids.length > 0 ? [{ filter: { _id: { $in: ids } }, index: '_id_' }] : [];
  }

  /** @throws AppError NOT_FOUND */
  async customer(id: string): Promise<Customer> {
    const account = await this.accounts.findOne({ _id: id, deletedAt: { $exists: false } }).lean<AccountRecord>();
    if (!account) throw new AppError('NOT_FOUND');
    return toCustomer(account);
  }

  async withOrders(account: AccountRecord): Promise<User> {
    const password = account.passwordHash === undefined ? ({ hasPassword: false } as const) : {};
    return { ...toUser(account), ...password, orders: await this.orders.list(String(account._id)) };
  }

  /**
   * Creates a customer without a password, whose address a login code has proven.
   * @returns undefined when another request has created it
   * @throws AppError EMAIL_TAKEN while the address is reserved
   */
  async createVerified({
    email,
    name = nameFrom(email),
    phone,
    noticeVersion,
  }: Omit<CallInput<'POST /users/otp/verify'>['body'], 'code'>): Promise<AccountRecord | undefined> {
    const account = {
      ...buildCustomer({ name, email }),
      ...(phone ? { phone, phoneDigits: phoneDigitsOf(phone) } : {}),
      emailVerifiedAt: new Date(),
    };
    await this.verification.assertNotReserved(email);
    return (await this.insert(account, noticeVersion)) ? account : undefined;
  }

  /**
   * Returns the account of an address, creating it for an order on the phone. Its owner logs in with an emailed code,
   * which confirms the address. What somebody has set up in it without confirming the address ends before.
   * @throws AppError EMAIL_TAKEN when the address belongs to staff, or is reserved for an account that has changed it
   */
  async ensureCustomer(customer: Record<'email' | 'name' | 'phone', string>): Promise<AccountRecord> {
    const { email, name, phone } = customer;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const existing = await this.accounts.findOne({ email, deletedAt: { $exists: false } }).lean<AccountRecord>();
      if (existing && isStaff(existing.role)) throw new AppError('EMAIL_TAKEN');
      // Without a password nobody has logged in to an account with an unconfirmed address.
      if (existing && (existing.emailVerifiedAt || existing.passwordHash === undefined)) return existing;
      if (existing) {
        const handedOver = await this.unconfirmed.handOver(existing, { name, phone });
        if (handedOver) return handedOver;
      } else {
        await this.verification.assertNotReserved(email);
        const account = { ...buildCustomer({ name, email }), phone, phoneDigits: phoneDigitsOf(phone) };
        if (await this.insert(account, undefined)) return account;
      }
    }
    throw new AppError('EMAIL_TAKEN');
  }

  private async create({
    name,
    email,
    password,
    noticeVersion,
  }: CallInput<'POST /users/register'>['body']): Promise<void> {
    assertAcceptablePassword(password, { role: 'user', email });
    // Before the slow hash: lists are in the order of the ids and show the times.
    const account = buildCustomer({ name, email });
    Object.assign(account, await passwordFields(password));
    await this.verification.assertNotReserved(email);
    if (!(await this.insert(account, noticeVersion))) throw new AppError('EMAIL_TAKEN');
    this.verification.sendAfterRegistration(account);
  }

  /** Returns false when the address has an account. */
  private async insert(account: AccountRecord, noticeVersion: string | undefined): Promise<boolean> {
    try {
      await this.accounts.insertMany([account]);
    } catch (error) {
      if (isDuplicateKeyError(error)) return false;
      throw error;
    }
    this.outbox.publishPending(this.accounts, account);
    if (noticeVersion)
      await this.consents.add(String(account._id), { purpose: 'privacy_notice', granted: true, noticeVersion });
    return true;
  }
}

function buildCustomer({ name, email }: Pick<AccountRecord, 'name' | 'email'>): AccountRecord {
  const _id = new Types.ObjectId();
  return {
    _id,
    name,
    nameWords: nameWordsOf(name),
    email,
    role: 'user',
    createdAt: new Date(),
    outbox: [createEvent('user.registered', { userId: String(_id), name, email })],
  };
}

/** Until the customer gives a name: `lakshmi.devi92@…` becomes Lakshmi Devi. */
function nameFrom(email: string): string {
  const words = email.replace(/@.*$/, '').match(/\p{L}+/gu) ?? ['Customer'];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function searchFilters(q: string): IndexedFilter<AccountRecord>[] {
  const digits = phonePrefixOf(q);
  if (digits !== undefined) return [{ filter: { phoneDigits: startsWith(digits) }, index: 'phoneDigits_1' }];
  const isPrefix = startsWith(q.normalize('NFKC').toLowerCase());
  return [
    { filter: { email: isPrefix }, index: 'email_1' },
    { filter: { nameWords: { $elemMatch: isPrefix } }, index: 'nameWords_1__id_-1' },
  ];
}
