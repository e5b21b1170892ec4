import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ACCOUNT, accountSchema } from './accounts/account.schema.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsService } from './accounts/accounts.service.js';
import { Roles } from './accounts/roles.service.js';
import { ShopAccounts } from './accounts/shop-accounts.js';
import { ADDRESS_BOOK, addressBookSchema } from './addresses/address-book.schema.js';
import { AddressesController } from './addresses/addresses.controller.js';
import { AddressesService } from './addresses/addresses.service.js';
import { OrderSummariesConsumer } from './orders/order-summaries.consumer.js';
import { OrderSummaries } from './orders/order-summaries.js';
import { ORDER_SUMMARY, orderSummarySchema } from './orders/order-summary.schema.js';
import { LOGIN_FAILURES, LoginFailures, loginFailuresSchema } from './passwords/login-failures.js';
import { PasswordResetsController } from './passwords/password-resets.controller.js';
import { PasswordResets } from './passwords/password-resets.js';
import { SESSION, sessionSchema } from './sessions/session.schema.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { Sessions } from './sessions/sessions.service.js';
import { JwksController } from './tokens/jwks.controller.js';
import { KEY_RING, keyRingSchema, SigningKeys } from './tokens/signing-keys.js';
import { Tokens } from './tokens/tokens.js';
import { WishlistController } from './wishlist/wishlist.controller.js';
import { WISHLIST, wishlistSchema, WishlistService } from './wishlist/wishlist.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ACCOUNT, schema: accountSchema },
      { name: LOGIN_FAILURES, schema: loginFailuresSchema },
      { name: SESSION, schema: sessionSchema },
      { name: KEY_RING, schema: keyRingSchema },
      { name: ADDRESS_BOOK, schema: addressBookSchema },
      { name: WISHLIST, schema: wishlistSchema },
      { name: ORDER_SUMMARY, schema: orderSummarySchema },
    ]),
  ],
  controllers: [
    AccountsController,
    PasswordResetsController,
    SessionsController,
    JwksController,
    AddressesController,
    WishlistController,
    OrderSummariesConsumer,
  ],
  providers: [
    AccountsService,
    PasswordResets,
    LoginFailures,
    Roles,
    Sessions,
    ShopAccounts,
    SigningKeys,
    Tokens,
    AddressesService,
    WishlistService,
    OrderSummaries,
  ],
})
export class UserModule {}
