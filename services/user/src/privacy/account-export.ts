import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { AccountExport } from '@rangavalli/contracts/entities/account-data';
import type { Order } from '@rangavalli/contracts/entities/order';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { ACCOUNT, type AccountRecord, toUser } from '../accounts/account.schema.js';
import { AddressesService } from '../addresses/addresses.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { WishlistService } from '../wishlist/wishlist.service.js';
import { CustomerGroups } from '../groups/customer-groups.service.js';
import { Consents } from './consents.js';

const MAX_ORDER_PAGES = 50;
const CART_DEADLINE_MS = 3_000;

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
  ) {}

  /** @throws AppError UNAVAILABLE when orders or stock alerts cannot be read */
  async collect(account: AccountRecord): Promise<AccountExport> {
    const userId = String(account._id);
    const { email } = account;
    const [groups, addresses, wishlist, sessions, consents, orders, cart, { stockAlerts }] = await Promise.all([
      this.groups.names(account.groups ?? []),
      this.addresses.list({ id: userId, email }),
      this.wishlists.list(userId),
      this.sessions.list(account, undefined),
      this.consents.list(userId),
      this.orders(userId),
      this.cart(userId),
      this.commands.request('rpc.notification.customer.export', { userId, email }),
    ]);
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
      orders,
      ...(cart ? { cart } : {}),
      stockAlerts,
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

  private async orders(userId: string): Promise<Order[]> {
    const found: Order[] = [];
    for (let page = 0; page < MAX_ORDER_PAGES; page += 1) {
      const before = found.at(-1)?._id;
      const request = { userId, ...(before ? { before } : {}) };
      const { orders, isLast } = await this.commands.request('rpc.order.customer.export', request);
      found.push(...orders);
      if (isLast || orders.length === 0) break;
    }
    return found;
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
