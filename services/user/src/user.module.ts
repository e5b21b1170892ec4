import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountsService } from './accounts/accounts.service.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { ACCOUNT, accountSchema } from './accounts/account.schema.js';
import { LOGIN_FAILURES, loginFailuresSchema } from './accounts/login-failures.schema.js';
import { LoginFailures } from './accounts/login-failures.js';
import { PasswordResets } from './accounts/password-resets.js';
import { PasswordResetsController } from './accounts/password-resets.controller.js';
import { Roles } from './accounts/roles.service.js';
import { ShopAccounts } from './accounts/shop-accounts.js';
import { ADDRESS_BOOK, addressBookSchema } from './addresses/address-book.schema.js';
import { AddressesController } from './addresses/addresses.controller.js';
import { AddressesService } from './addresses/addresses.service.js';
import { AuditModule } from './audit/audit.module.js';
import { Mailer } from './mail/mailer.js';
import { ConfirmationService } from './orders/confirmation.service.js';
import { OrderSummaries } from './orders/order-summaries.js';
import { ORDER_SUMMARY, orderSummarySchema } from './orders/order-summary.schema.js';
import { OrdersConsumer } from './orders/orders.consumer.js';
import { SESSION, sessionSchema } from './sessions/session.schema.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { Sessions } from './sessions/sessions.service.js';
import { CatalogConsumer } from './stock-alerts/catalog.consumer.js';
import { CatalogProducts } from './stock-alerts/catalog-products.js';
import { STOCK_ALERT, stockAlertSchema } from './stock-alerts/stock-alert.schema.js';
import { StockAlertsController } from './stock-alerts/stock-alerts.controller.js';
import { StockAlerts } from './stock-alerts/stock-alerts.service.js';
import { StockLetters } from './stock-alerts/stock-letters.service.js';
import { JwksController } from './tokens/jwks.controller.js';
import { KEY_RING, keyRingSchema } from './tokens/key-ring.schema.js';
import { SigningKeys } from './tokens/signing-keys.js';
import { Tokens } from './tokens/tokens.js';
import { WISHLIST, wishlistSchema } from './wishlist/wishlist.schema.js';
import { WishlistController } from './wishlist/wishlist.controller.js';
import { WishlistService } from './wishlist/wishlist.service.js';

/** Identities, credentials, addresses, wishlist, who waits for what to come back into stock, and what a customer sees of their orders in the profile. */
@Module({
  imports: [
    AuditModule,
    MongooseModule.forFeature([
      { name: ACCOUNT, schema: accountSchema },
      { name: LOGIN_FAILURES, schema: loginFailuresSchema },
      { name: SESSION, schema: sessionSchema },
      { name: KEY_RING, schema: keyRingSchema },
      { name: ADDRESS_BOOK, schema: addressBookSchema },
      { name: WISHLIST, schema: wishlistSchema },
      { name: ORDER_SUMMARY, schema: orderSummarySchema },
      { name: STOCK_ALERT, schema: stockAlertSchema },
    ]),
  ],
  controllers: [
    AccountsController,
    PasswordResetsController,
    SessionsController,
    JwksController,
    AddressesController,
    WishlistController,
    StockAlertsController,
    OrdersConsumer,
    CatalogConsumer,
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
    ConfirmationService,
    StockAlerts,
    StockLetters,
    CatalogProducts,
    Mailer,
  ],
})
export class UserModule {}
