import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { retention } from '@rangavalli/service-kit/database/retention';
import { ACCOUNT, accountSchema } from './accounts/account.schema.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { PhoneCustomersController } from './accounts/phone-customers.controller.js';
import { AccountsService } from './accounts/accounts.service.js';
import { ShopAccounts } from './accounts/shop-accounts.js';
import { UnconfirmedAccounts } from './accounts/unconfirmed-accounts.js';
import { ADDRESS_BOOK, addressBookSchema } from './addresses/address-book.schema.js';
import { AddressesController } from './addresses/addresses.controller.js';
import { AddressesService } from './addresses/addresses.service.js';
import { DEVICE, Devices, deviceSchema } from './devices/devices.js';
import { EmailAddressController } from './emails/email-address.controller.js';
import { EmailUndo } from './emails/email-undo.js';
import { EmailVerification } from './emails/email-verification.js';
import { Emails, NOTICE, noticeSchema } from './emails/emails.js';
import { CUSTOMER_GROUP, customerGroupSchema } from './groups/customer-group.schema.js';
import { CustomerGroupsController } from './groups/customer-groups.controller.js';
import { CustomerGroups } from './groups/customer-groups.service.js';
import { GroupMembers } from './groups/group-members.service.js';
import { CodeLogins } from './logins/code-logins.service.js';
import { LOGIN_CODE, LoginCodes, loginCodeSchema } from './logins/login-codes.js';
import { LoginsController } from './logins/logins.controller.js';
import { Logins } from './logins/logins.service.js';
import { StepUpController } from './logins/step-up.controller.js';
import { StepUp } from './logins/step-up.service.js';
import { OrderSummariesConsumer } from './orders/order-summaries.consumer.js';
import { OrderSummaries } from './orders/order-summaries.js';
import { ORDER_SUMMARY, orderSummarySchema } from './orders/order-summary.schema.js';
import { EMAIL_QUOTA, emailQuotaSchema, EmailQuotas } from './passwords/email-quota.js';
import { LOGIN_FAILURES, LoginFailures, loginFailuresSchema } from './passwords/login-failures.js';
import { PasswordChanges } from './passwords/password-changes.js';
import { PasswordResets } from './passwords/password-resets.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { AccountDeletion } from './privacy/account-deletion.js';
import { AccountExports } from './privacy/account-export.js';
import { StoredElsewhere } from './privacy/stored-elsewhere.js';
import { CONSENT, Consents, consentSchema } from './privacy/consents.js';
import { PrivacyController } from './privacy/privacy.controller.js';
import { PASSKEY_CHALLENGE, PasskeyChallenges, passkeyChallengeSchema } from './second-factor/passkey-challenges.js';
import { Passkeys } from './second-factor/passkeys.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { ContactsController } from './contacts/contacts.controller.js';
import { SessionCheckController } from './sessions/session-check.controller.js';
import { SESSION, sessionSchema } from './sessions/session.schema.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { Sessions } from './sessions/sessions.service.js';
import { INVITATION, invitationSchema } from './staff/invitation.schema.js';
import { Invitations } from './staff/invitations.js';
import { Roles } from './staff/roles.js';
import { StaffController } from './staff/staff.controller.js';
import { JwksController } from './tokens/jwks.controller.js';
import { LoginTokens } from './tokens/login-tokens.js';
import { SecretBox } from './tokens/secret-box.js';
import { SHARED_SECRET, SharedSecret, sharedSecretSchema } from './tokens/shared-secret.js';
import { KEY_RING, keyRingSchema, SigningKeys } from './tokens/signing-keys.js';
import { Tokens } from './tokens/tokens.js';
import type { UserConfig } from './user.config.js';
import { WishlistController } from './wishlist/wishlist.controller.js';
import { WISHLIST, wishlistSchema, WishlistService } from './wishlist/wishlist.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ACCOUNT, schema: accountSchema },
      { name: LOGIN_FAILURES, schema: loginFailuresSchema },
      { name: LOGIN_CODE, schema: loginCodeSchema },
      { name: EMAIL_QUOTA, schema: emailQuotaSchema },
      { name: NOTICE, schema: noticeSchema },
      { name: SESSION, schema: sessionSchema },
      { name: DEVICE, schema: deviceSchema },
      { name: SHARED_SECRET, schema: sharedSecretSchema },
      { name: PASSKEY_CHALLENGE, schema: passkeyChallengeSchema },
      { name: INVITATION, schema: invitationSchema },
      { name: CONSENT, schema: consentSchema },
      { name: KEY_RING, schema: keyRingSchema },
      { name: ADDRESS_BOOK, schema: addressBookSchema },
      { name: WISHLIST, schema: wishlistSchema },
      { name: CUSTOMER_GROUP, schema: customerGroupSchema },
      { name: ORDER_SUMMARY, schema: orderSummarySchema },
    ]),
  ],
  controllers: [
    AccountsController,
    PhoneCustomersController,
    LoginsController,
    StepUpController,
    SecondFactorController,
    PasswordsController,
    EmailAddressController,
    SessionsController,
    SessionCheckController,
    ContactsController,
    StaffController,
    PrivacyController,
    CustomerGroupsController,
    JwksController,
    AddressesController,
    WishlistController,
    OrderSummariesConsumer,
  ],
  providers: [
    AccountsService,
    UnconfirmedAccounts,
    Logins,
    LoginCodes,
    CodeLogins,
    StepUp,
    SecondFactors,
    Passkeys,
    PasskeyChallenges,
    PasswordChanges,
    PasswordResets,
    LoginFailures,
    Emails,
    EmailQuotas,
    EmailVerification,
    EmailUndo,
    Devices,
    SecretBox,
    SharedSecret,
    LoginTokens,
    Roles,
    Invitations,
    Sessions,
    ShopAccounts,
    AccountExports,
    StoredElsewhere,
    AccountDeletion,
    Consents,
    CustomerGroups,
    GroupMembers,
    SigningKeys,
    Tokens,
    AddressesService,
    WishlistService,
    OrderSummaries,
    retention<UserConfig>(ORDER_SUMMARY, {
      field: 'orderedAt',
      days: ({ ORDER_SUMMARY_RETENTION_DAYS }) => ORDER_SUMMARY_RETENTION_DAYS,
    }),
  ],
})
export class UserModule {}
