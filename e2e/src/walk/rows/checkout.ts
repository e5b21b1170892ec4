import { row, type Row } from '../row.js';
import { createShopper, createShopperWithCart, createShopperWithOrder, sharedProduct } from '../scenes.js';

const asShopper = (path: string) => async () => ({ path, person: await createShopper() });
const withCart = (path: string) => async () => ({ path, person: await createShopperWithCart() });

export const checkoutRows: readonly Row[] = [
  row('/cart, guest', [/Your cart is empty|You must be logged in\./]),
  row('/cart, empty', ['Your cart is empty', 'Browse Products'], asShopper('/cart')),
  row('/cart', ['Total', '₹4,968', 'Remove', 'Proceed to Checkout', /Walk saree/], withCart('/cart')),
  row('/checkout, guest', [/You must be logged in\.|Your cart is empty/]),
  row('/checkout, empty', ['Continue Shopping'], asShopper('/checkout')),
  row(
    '/checkout',
    [
      'Full name',
      'Email',
      'Phone',
      'Address',
      'City',
      'PIN code',
      'Country',
      'Saved address',
      'Order summary',
      /Pay ₹4,968/,
    ],
    withCart('/checkout'),
  ),
  row('/offers', ['Offers', /coupon code in your cart/, /No offers at the moment|Applies by itself|Copy code/]),
  row('/payment-success, guest', ['You must be logged in.']),
  row('/payment-success, no order', ['My Orders'], asShopper('/payment-success')),
  row(
    '/payment-success',
    ['Payment successful', 'Order number', '₹2,469', 'Hyderabad', 'My Orders', 'Continue Shopping'],
    async () => {
      const { person, order } = await createShopperWithOrder();
      return { path: `/payment-success?order=${order.orderNumber}`, person };
    },
  ),
  row('/product/:id, customer', ['Add to Cart', 'Shop Now', 'Wishlist'], async () =>
    asShopper(`/product/${(await sharedProduct())._id}`)(),
  ),
];
