import { aNewcomer, withAddresses, withOrder, withWishes, type Known } from '../scenes.js';
import type { Row, Scene } from '../table.js';

const at = (path: string) => () => ({ path });
const as = (someone: () => Promise<Known>, path: string, open?: Scene['open']) => async (): Promise<Scene> => ({
  path,
  person: await someone(),
  ...(open ? { open } : {}),
});
const press =
  (name: string): Scene['open'] =>
  (page) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const withAnOrder = (path: (orderId: string) => string, open?: Scene['open']) => async (): Promise<Scene> => {
  const { person, order } = await withOrder();
  return { path: path(order._id), person, ...(open ? { open } : {}) };
};
const NOBODY = '0'.repeat(24);

export const accountRows: readonly Row[] = [
  { name: '/login', route: '/login', scene: at('/login'), texts: ['Login', 'Email', 'Password', 'Create an account'] },
  {
    name: '/register',
    route: '/register',
    scene: at('/register'),
    texts: ['Register', 'Name', 'Email', 'Password', 'Login'],
  },
  {
    name: '/forgot-password',
    route: '/forgot-password',
    scene: at('/forgot-password'),
    texts: ['Forgot your password?'],
  },
  {
    name: '/reset-password without its token',
    route: '/reset-password',
    scene: at('/reset-password'),
    texts: ['Set a new password'],
  },
  {
    name: '/reset-password',
    route: '/reset-password',
    scene: at('/reset-password#token=not-a-token'),
    texts: ['New password', 'Set password'],
  },
  {
    name: '/user of a guest',
    route: '/user',
    scene: at('/user'),
    texts: ['Login', 'Email', 'Password'],
    unclicked: 'the same screen as /login',
  },
  {
    name: '/user/orders of a guest',
    route: '/user/orders',
    scene: at('/user/orders'),
    texts: ['Login', 'Email', 'Password'],
    unclicked: 'the same screen as /login',
  },
  {
    name: '/user',
    route: '/user',
    scene: as(aNewcomer, '/user'),
    texts: ['Hello, Meera'],
    unclicked: 'leads to /user/dashboard, which has its own rows',
  },
  {
    name: '/user/dashboard, new',
    route: '/user/dashboard',
    scene: as(aNewcomer, '/user/dashboard'),
    frame: true,
    texts: [
      'Hello, Meera',
      'Meera Nair',
      'Email',
      'Joined',
      'Dashboard',
      'Orders',
      'Wishlist',
      'Address',
      'Profile',
      'Go to Home',
      'Logout',
      'No orders found.',
    ],
  },
  {
    name: '/user/dashboard',
    route: '/user/dashboard',
    scene: withAnOrder(() => '/user/dashboard'),
    texts: ['Hello, Meera', '₹2,469', 'Pending'],
  },
  {
    name: '/user/orders, none',
    route: '/user/orders',
    scene: as(aNewcomer, '/user/orders'),
    texts: ['My Orders', 'No orders found.'],
  },
  {
    name: '/user/orders',
    route: '/user/orders',
    scene: withAnOrder(() => '/user/orders'),
    texts: ['My Orders', 'Order ID', 'Date', 'Total', 'Status', 'Action', '₹2,469', 'Pending', 'View'],
  },
  {
    name: '/user/orders/:orderId',
    route: '/user/orders/:orderId',
    scene: withAnOrder((id) => `/user/orders/${id}`),
    texts: ['₹2,469', 'Hyderabad', 'Cancel order', /Walk saree/],
  },
  {
    name: '/user/orders/:orderId, cancelling',
    route: '/user/orders/:orderId',
    scene: withAnOrder((id) => `/user/orders/${id}`, press('Cancel order')),
    texts: ['Cancel this order?', 'Keep order'],
  },
  {
    name: '/user/orders/:orderId of nobody',
    route: '/user/orders/:orderId',
    scene: as(aNewcomer, `/user/orders/${NOBODY}`),
    texts: ['Failed to load this order.'],
    expected: [/404.*orders\/detail/, /orders\/detail.*404/],
  },
  {
    name: '/user/wishlist, empty',
    route: '/user/wishlist',
    scene: as(aNewcomer, '/user/wishlist'),
    texts: ['Wishlist', 'Your wishlist is empty.'],
  },
  {
    name: '/user/wishlist',
    route: '/user/wishlist',
    scene: as(withWishes, '/user/wishlist'),
    texts: ['Wishlist', /Walk saree/, 'Move to cart', '₹2,499'],
  },
  {
    name: '/user/address, none',
    route: '/user/address',
    scene: as(aNewcomer, '/user/address'),
    texts: ['My Addresses', 'Add New Address', 'No addresses found.'],
  },
  {
    name: '/user/address',
    route: '/user/address',
    scene: as(withAddresses, '/user/address'),
    texts: ['My Addresses', 'Default', 'Edit', 'Delete', 'Set Default', '12 Temple Street'],
  },
  {
    name: '/user/address, adding',
    route: '/user/address',
    scene: as(aNewcomer, '/user/address', press('Add New Address')),
    texts: ['Add New Address', 'Full name', 'Phone', 'PIN code', 'Address', 'City', 'State', 'Country', 'Save Address'],
  },
  {
    name: '/user/address, editing',
    route: '/user/address',
    scene: as(withAddresses, '/user/address', press('Edit')),
    texts: ['Edit Address', 'Update Address'],
  },
  {
    name: '/user/address, deleting',
    route: '/user/address',
    scene: as(withAddresses, '/user/address', press('Delete')),
    texts: ['Delete'],
  },
  {
    name: '/user/profile',
    route: '/user/profile',
    scene: as(aNewcomer, '/user/profile'),
    texts: [
      'Profile',
      'Full name',
      'Meera Nair',
      'Email',
      'Phone',
      'Not added',
      'Role',
      'Member since',
      'ID',
      'Edit Profile',
    ],
  },
  {
    name: '/user/profile, editing',
    route: '/user/profile',
    scene: as(aNewcomer, '/user/profile', press('Edit Profile')),
    texts: ['Edit Profile', 'Save changes'],
  },
  {
    name: '/user/profile, new password',
    route: '/user/profile',
    scene: as(aNewcomer, '/user/profile', press('Change password')),
    texts: ['Current password', 'New password'],
  },
];
