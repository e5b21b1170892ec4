import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { AccountExport } from '@rangavalli/contracts/entities/account-data';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { ACCOUNT, type AccountRecord, pastEmailsOf, toUser } from '../accounts/account.schema.js';
import { AddressesService } from '../addresses/addresses.service.js';
import { Devices, MAX_LISTED_DEVICES } from '../devices/devices.js';
import { toPasskey } from '../second-factor/second-factors.js';
import { Sessions } from '../sessions/sessions.service.js';
import { WishlistService } from '../wishlist/wishlist.service.js';
import { CustomerGroups } from '../groups/customer-groups.service.js';
import { Consents } from './consents.js';
import { cutNote, StoredElsewhere } from './stored-elsewhere.js';

const CART_DEADLINE_MS = 3_000;
const WITHOUT_CART = 'The cart could not be read. Please try again later.';
const UNCONFIRMED =
  'The email address is not confirmed. Complaints, stock alerts, PIN code requests and messages that belong to the ' +
  'address alone are included once it is.';
/** Their mailboxes may belong to somebody else by now. */
const OF_PREVIOUS_EMAILS =
  'Complaints, stock alerts, PIN code requests and messages that belong to a previous email address alone are not ' +
  'included. Write to us for them.';

/** Collects all personal data of an account (DPDP Act, section 11). */
@Injectable()
export class AccountExports {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly commands: Commands,
    private readonly outbox: Outbox,
    private readonly addresses: AddressesService,
    private readonly wishlists: WishlistService,
    private readonly sessions: Sessions,
    private readonly consents: Consents,
    private readonly groups: CustomerGroups,
    private readonly devices: Devices,
    private readonly elsewhere: StoredElsewhere,
  ) {}

  /** @throws AppError UNAVAILABLE when a service other than cart cannot be read, or does not export its data yet */
  async collect(account: AccountRecord): Promise<AccountExport> {
    const userId = String(account._id);
    const { email, passkeys = [] } = account;
    const previousEmails = pastEmailsOf(account);
    const owner = { userId, email, isEmailConfirmed: account.emailVerifiedAt !== undefined };
    const [
      groups,
      addresses,
      wishlist,
      sessions,
      consents,
      devices,
      cart,
      orders,
      notifications,
      complaints,
      credit,
      reviews,
      questions,
      { waitlist },
    ] = await Promise.all([
      this.groups.names(account.groups ?? []),
      this.addresses.list({ id: userId, email }),
      this.wishlists.list(userId),
      this.sessions.list(account, undefined),
      this.consents.list(userId),
      this.devices.list(userId),
      this.cart(userId),
      this.elsewhere.orders(owner),
      this.elsewhere.notifications(owner),
      this.elsewhere.complaints(owner),
      this.elsewhere.credit(owner),
      this.elsewhere.reviews(owner),
      this.elsewhere.questions(owner),
      this.elsewhere.waitlist(owner),
    ]);
    const notIncluded = [
      ...(owner.isEmailConfirmed ? [] : [UNCONFIRMED]),
      ...(previousEmails.length > 0 ? [OF_PREVIOUS_EMAILS] : []),
      ...(cart ? [] : [WITHOUT_CART]),
      ...cutNote(devices.length <= MAX_LISTED_DEVICES, devices.slice(0, MAX_LISTED_DEVICES), 'devices'),
      ...[orders, complaints, credit, reviews, questions, notifications].flatMap((part) => part.notIncluded),
    ];
    return {
      exportedAt: new Date().toISOString(),
      account: toUser(account),
      ...(groups.size > 0 ? { groups: [...groups.values()] } : {}),
      addresses,
      wishlist,
      sessions: sessions.map(({ id, device, startedAt, lastUsedAt, expiresAt }) => ({
        id,
        device,
        startedAt,
        lastUsedAt,
        expiresAt,
      })),
      consents,
      ...(account.lastLoginAt ? { lastLoginAt: account.lastLoginAt.toISOString() } : {}),
      ...(previousEmails.length > 0 ? { previousEmails } : {}),
      ...(account.totp ? { authenticatorAppSince: account.totp.confirmedAt.toISOString() } : {}),
      passkeys: passkeys.map((passkey) => {
        const { id: _id, ...shown } = toPasskey(passkey);
        return shown;
      }),
      knownDevices: devices.slice(0, MAX_LISTED_DEVICES).map((at) => ({ lastUsedAt: at.toISOString() })),
      ...(cart ? { cart } : {}),
      ...credit,
      ...reviews,
      ...questions,
      ...complaints,
      ...notifications,
      ...orders,
      waitlist,
      notIncluded,
    };
  }

  /**
   * Collects a customer's data for a member of staff; the audit entry is written first.
   * @throws AppError NOT_FOUND; UNAVAILABLE
   */
  async collectFor(by: Identity, id: string): Promise<AccountExport> {
    const account = await this.accounts.findOne({ _id: id, deletedAt: { $exists: false } }).lean<AccountRecord>();
    if (!account) throw new AppError('NOT_FOUND');
    const audit = createAuditEvent(by, {
      action: 'account.exported',
      subject: 'user',
      subjectId: id,
      label: account.name,
      changes: [],
    });
    const audited = await this.accounts
      .findOneAndUpdate({ _id: id }, { $push: { outbox: { $each: [audit] } } }, { returnDocument: 'after' })
      .lean<AccountRecord>();
    this.outbox.publishPending(this.accounts, audited);
    return this.collect(account);
  }

  /** Undefined while the cart service is down: its lines are no reason to keep people from their data. */
  private async cart(userId: string): Promise<AccountExport['cart']> {
    try {
      return (await this.commands.request('rpc.cart.lines.get', { userId }, CART_DEADLINE_MS)).lines;
    } catch (error) {
      this.logger.warn({ err: error, userId }, 'export without the cart');
      return undefined;
    }
  }
}
