import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { Invitation, StaffRole } from '@rangavalli/contracts/entities/user';
import { hasPermission, isStaff } from '@rangavalli/contracts/permissions';
import { STAFF_PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { type Model, Types } from 'mongoose';
import { ACCOUNT, type AccountRecord, nameWordsOf } from '../accounts/account.schema.js';
import { revokeAll } from '../accounts/revocation.js';
import { actorOf } from '../accounts/staff-audit.js';
import { UnconfirmedAccounts } from '../accounts/unconfirmed-accounts.js';
import { untrustedFields } from '../accounts/untrusted-fields.js';
import { Emails } from '../emails/emails.js';
import { createLink, parseLinkToken } from '../emails/link-tokens.js';
import { EmailQuotas } from '../passwords/email-quota.js';
import { LoginFailures } from '../passwords/login-failures.js';
import { assertAcceptablePassword } from '../passwords/password-policy.js';
import { isStaffPassword, passwordFields, verifyPassword } from '../passwords/passwords.js';
import { Sessions } from '../sessions/sessions.service.js';
import { INVITATION_VALID_MS } from '../user.config.js';
import { INVITATION, type InvitationRecord, toInvitation } from './invitation.schema.js';

const MAX_LISTED = 200;

const isOpen = () => ({ closedAt: { $exists: false }, expiresAt: { $gt: new Date() } });

/** Invitations to the staff. The link proves the address; the password proves the person. */
@Injectable()
export class Invitations {
  constructor(
    @InjectModel(INVITATION) private readonly invitations: Model<InvitationRecord>,
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
    private readonly emails: Emails,
    private readonly quotas: EmailQuotas,
    private readonly failures: LoginFailures,
    private readonly sessions: Sessions,
    private readonly unconfirmed: UnconfirmedAccounts,
  ) {
    outbox.register(invitations);
  }

  async list(): Promise<Invitation[]> {
    const open = await this.invitations
      .find(isOpen())
      .sort({ createdAt: -1 })
      .limit(MAX_LISTED)
      .lean<InvitationRecord[]>();
    return open.map(toInvitation);
  }

  /** @throws AppError ALREADY_STAFF; RATE_LIMITED; UNAVAILABLE when the email was not sent */
  async invite(by: Identity, email: string, role: StaffRole): Promise<Invitation> {
    const account = await this.accounts.findOne({ email }, { role: 1 }).lean<AccountRecord>();
    if (account && isStaff(account.role)) throw new AppError('ALREADY_STAFF');
    if (!(await this.quotas.use('invitation', email))) throw new AppError('RATE_LIMITED');
    const before = await this.invitations.findOne({ email }, { _id: 1 }).lean<InvitationRecord>();
    const _id = before?._id ?? new Types.ObjectId();
    const { token, record } = createLink(String(_id), INVITATION_VALID_MS);
    const audit = createAuditEvent(by, {
      action: 'invitation.created',
      subject: 'invitation',
      subjectId: String(_id),
      label: email,
      changes: [{ field: 'role', to: role }],
    });
    const stored = await this.invitations
      .findOneAndUpdate(
        { email },
        {
          $set: { role, invitedBy: { id: by.id, name: by.name }, ...record, createdAt: new Date() },
          $unset: { closedAt: 1 },
          $push: { outbox: { $each: [audit] } },
          $setOnInsert: { _id },
        },
        { upsert: true, returnDocument: 'after', runValidators: true },
      )
      .orFail()
      .lean<InvitationRecord>();
    this.outbox.publishPending(this.invitations, stored);
    const data = {
      link: this.emails.linkTo('acceptInvitation', token),
      validMinutes: INVITATION_VALID_MS / 60_000,
      role,
    };
    await this.emails.send(
      { email, name: '' },
      { template: 'staff-invitation', data },
      `invitation-${record.tokenHash}`,
    );
    return toInvitation(stored);
  }

  /** @throws AppError INVITATION_NOT_FOUND */
  async withdraw(by: Identity, id: string): Promise<void> {
    const invitation = await this.invitations.findOne({ _id: id, ...isOpen() }).lean<InvitationRecord>();
    if (!invitation) throw new AppError('INVITATION_NOT_FOUND');
    const audit = createAuditEvent(by, {
      action: 'invitation.withdrawn',
      subject: 'invitation',
      subjectId: id,
      label: invitation.email,
      changes: [{ field: 'role', from: invitation.role }],
    });
    const closed = await this.invitations
      .findOneAndUpdate(
        { _id: id, ...isOpen() },
        { $set: { closedAt: new Date() }, $push: { outbox: { $each: [audit] } } },
        { returnDocument: 'after' },
      )
      .lean<InvitationRecord>();
    if (!closed) throw new AppError('INVITATION_NOT_FOUND');
    this.outbox.publishPending(this.invitations, closed);
  }

  /** @throws AppError EMAIL_LINK_INVALID */
  async view(token: string): Promise<Omit<CallResponse<'POST /users/invitations/view'>, 'success'>> {
    const { email, role, expiresAt } = await this.find(token);
    const account = await this.accounts.findOne({ email }, { passwordHash: 1 }).lean<AccountRecord>();
    const password = account && account.passwordHash === undefined ? ({ hasPassword: false } as const) : {};
    return { email, role, hasAccount: account !== null, ...password, expiresAt: expiresAt.toISOString() };
  }

  /**
   * Gives the role to the account of the address, whose password it takes, or creates an account. An account without a
   * password gets this one: the link proves the address, as a login code does. The invitation is closed first: a link
   * that outlives a crash in between could restore a role that was taken away meanwhile. After such a crash the person
   * is invited again.
   * @throws AppError EMAIL_LINK_INVALID; INVALID_CREDENTIALS; VALIDATION_FAILED; PASSWORD_BREACHED; RATE_LIMITED
   */
  async accept({ token, name, password }: CallInput<'POST /users/invitations/accept'>['body']): Promise<void> {
    const invitation = await this.find(token);
    const { email, role } = invitation;
    const existing = await this.accounts.findOne({ email }).lean<AccountRecord>();
    if (existing) {
      const isNewPassword = existing.passwordHash === undefined;
      if (isNewPassword) assertAcceptablePassword(password, { role, email });
      else await this.assertOwnPassword(existing, invitation, password);
      // Somebody gave them a role meanwhile: the older invitation must not replace it.
      if (isStaff(existing.role)) throw new AppError('EMAIL_LINK_INVALID');
      await this.close(invitation);
      await this.promote(existing, invitation, isNewPassword ? await passwordFields(password) : {});
      return;
    }
    if (!name) throw new AppError('VALIDATION_FAILED', { details: { fields: { name: 'This field is required.' } } });
    assertAcceptablePassword(password, { role, email });
    await this.close(invitation);
    await this.create(invitation, name, password);
  }

  /** One of simultaneous requests closes it. @throws AppError EMAIL_LINK_INVALID */
  private async close({ _id, tokenHash }: InvitationRecord): Promise<void> {
    const closed = await this.invitations.updateOne(
      { _id, tokenHash, ...isOpen() },
      { $set: { closedAt: new Date() } },
      { runValidators: true },
    );
    if (closed.modifiedCount === 0) throw new AppError('EMAIL_LINK_INVALID');
  }

  private async create({ email, role, invitedBy }: InvitationRecord, name: string, password: string): Promise<void> {
    const _id = new Types.ObjectId();
    const now = new Date();
    const account: AccountRecord = {
      _id,
      name,
      nameWords: nameWordsOf(name),
      email,
      emailVerifiedAt: now,
      role,
      ...(await passwordFields(password)),
      createdAt: now,
      outbox: [],
    };
    account.outbox = [
      createEvent('user.registered', { userId: String(_id), name, email }),
      this.auditJoined(account, invitedBy.name),
    ];
    try {
      await this.accounts.insertMany([account]);
    } catch (error) {
      // The address was registered at the same time.
      if (isDuplicateKeyError(error)) throw new AppError('EMAIL_LINK_INVALID');
      throw error;
    }
    this.outbox.publishPending(this.accounts, account);
  }

  private async assertOwnPassword(account: AccountRecord, { _id }: InvitationRecord, password: string): Promise<void> {
    const scope = `invitation ${String(_id)}`;
    await this.failures.countProof(scope);
    if (!(await verifyPassword(account.passwordHash, password))) throw new AppError('INVALID_CREDENTIALS');
    if (!isStaffPassword(password)) {
      const message = `Staff need a password of at least ${STAFF_PASSWORD_MIN_LENGTH} characters. Please change yours first.`;
      throw new AppError('VALIDATION_FAILED', { details: { fields: { password: message } } });
    }
    await this.failures.clearProof(scope);
  }

  private async promote(
    account: AccountRecord,
    { role, invitedBy }: InvitationRecord,
    newPassword: Pick<AccountRecord, 'passwordHash'>,
  ): Promise<void> {
    await this.unconfirmed.withdrawConsent(account);
    const { guard, increment, event } = revokeAll(account, 'promoted', !account.emailVerifiedAt);
    const joined = this.auditJoined({ ...account, role }, invitedBy.name, account.role);
    const promoted = await this.accounts
      .findOneAndUpdate(
        { _id: account._id, role: account.role, ...guard },
        {
          $set: { role, ...newPassword, isStaffPassword: true, emailVerifiedAt: account.emailVerifiedAt ?? new Date() },
          $unset: untrustedFields(account),
          $inc: increment,
          $push: { outbox: { $each: [event, joined] } },
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    if (!promoted) throw new AppError('EMAIL_LINK_INVALID');
    this.outbox.publishPending(this.accounts, promoted);
    await this.sessions.deleteEnded(promoted);
  }

  private auditJoined(account: AccountRecord, invitedBy: string, from?: string) {
    return createAuditEvent(actorOf(account), {
      action: 'staff.joined',
      subject: 'user',
      subjectId: String(account._id),
      label: account.name,
      changes: [
        { field: 'role', from, to: account.role },
        { field: 'invitedBy', to: invitedBy },
      ],
    });
  }

  /** Invitations end with the rights of the person who sent them. @throws AppError EMAIL_LINK_INVALID */
  private async find(token: string): Promise<InvitationRecord> {
    const parsed = parseLinkToken(token);
    const invitation = parsed
      ? await this.invitations
          .findOne({ _id: parsed.id, tokenHash: parsed.tokenHash, ...isOpen() })
          .lean<InvitationRecord>()
      : null;
    if (!invitation || !(await this.mayInvite(invitation.invitedBy.id))) throw new AppError('EMAIL_LINK_INVALID');
    return invitation;
  }

  private async mayInvite(id: string): Promise<boolean> {
    const inviter = await this.accounts
      .findOne({ _id: id, deletedAt: { $exists: false } }, { role: 1 })
      .lean<AccountRecord>();
    return inviter !== null && hasPermission(inviter.role, 'staff.write');
  }
}
