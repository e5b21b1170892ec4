import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { retention } from '@rangavalli/service-kit/database/retention';
import type { CartConfig } from './cart.config.js';
import { CartController } from './cart/cart.controller.js';
import { CART, cartSchema } from './cart/cart.schema.js';
import { CartService } from './cart/cart.service.js';
import { CartStore } from './cart/cart.store.js';
import { ProductCache } from './products/product-cache.js';
import { CartQuotes } from './quotes/cart-quotes.js';
import { AbandonedCarts } from './reminders/abandoned-carts.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: CART, schema: cartSchema }])],
  controllers: [CartController],
  providers: [
    CartService,
    CartStore,
    ProductCache,
    CartQuotes,
    AbandonedCarts,
    retention<CartConfig>(CART, { field: 'updatedAt', days: ({ CART_RETENTION_DAYS }) => CART_RETENTION_DAYS }),
  ],
})
export class CartModule {}
