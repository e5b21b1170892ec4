import type { Cart } from '@rangavalli/contracts/entities/cart';
import { extraDaysOf } from '@rangavalli/contracts/personalisation-check';
import type { DeliveryItem } from '@rangavalli/web-kit/delivery/use-promise';

/** Returns the lines of a cart as the items of one delivery. */
export const deliveryItems = ({ items }: Cart): DeliveryItem[] =>
  items.map((item) => ({
    productId: item.product._id,
    quantity: item.quantity,
    extraDays: extraDaysOf(item.product.personalisationFields, item),
  }));
