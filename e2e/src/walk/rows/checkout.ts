import { aNewcomer, plain, withCart, withOrder } from '../scenes.js';
import type { Row } from '../table.js';

const asNewcomer = (path: string) => async () => ({ path, person: await aNewcomer() });

export const checkoutRows: readonly Row[] = [
  {
    name: '/cart of a guest',
    route: '/cart',
    scene: () => ({ path: '/cart' }),
    texts: [/Your cart is empty|You must be logged in\./],
  },
  {
    name: '/cart, empty',
    route: '/cart',
    scene: asNewcomer('/cart'),
    texts: ['Your cart is empty', 'Browse Products'],
  },
  {
    name: '/cart',
    route: '/cart',
    scene: async () => ({ path: '/cart', person: await withCart() }),
    texts: ['Total', '₹4,968', 'Remove', 'Proceed to Checkout', /Walk saree/],
  },
  {
    name: '/checkout of a guest',
    route: '/checkout',
    scene: () => ({ path: '/checkout' }),
    texts: [/You must be logged in\.|Your cart is empty/],
  },
  { name: '/checkout, empty', route: '/checkout', scene: asNewcomer('/checkout'), texts: ['Continue Shopping'] },
  {
    name: '/checkout',
    route: '/checkout',
    scene: async () => ({ path: '/checkout', person: await withCart() }),
    texts: [
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
  },
  {
    name: '/payment-success of a guest',
    route: '/payment-success',
    scene: () => ({ path: '/payment-success' }),
    texts: ['You must be logged in.'],
  },
  {
    name: '/payment-success without an order',
    route: '/payment-success',
    scene: asNewcomer('/payment-success'),
    texts: ['My Orders'],
  },
  {
    name: '/payment-success',
    route: '/payment-success',
    texts: ['Payment successful', 'Order number', '₹2,469', 'Hyderabad', 'My Orders', 'Continue Shopping'],
    scene: async () => {
      const { person, order } = await withOrder();
      return { path: `/payment-success?order=${order._id}`, person };
    },
  },
  {
    name: 'product of a customer',
    route: '/product/:id',
    scene: async () => ({ path: `/product/${(await plain())._id}`, person: await aNewcomer() }),
    texts: ['Add to Cart', 'Shop Now', 'Wishlist'],
  },
];
