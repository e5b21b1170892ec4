import {
  expectGone,
  expectMissing,
  expectRefused,
  loginTexts,
  MISSING_ID,
  row,
  type Row,
  sameAsLogin,
  type Scene,
} from '../row.js';
import {
  createShopper,
  createShopperWithAddresses,
  createShopperWithOrder,
  createShopperWithWishlist,
} from '../scenes.js';
import type { Visitor } from '../scenes.js';

const as = (create: () => Promise<Visitor>, path: string, open?: Scene['open']) => async (): Promise<Scene> => ({
  path,
  person: await create(),
  open,
});
const click =
  (name: string): Scene['open'] =>
  (page) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const withOrder = (path: (orderId: string) => string, open?: Scene['open']) => async (): Promise<Scene> => {
  const { person, order } = await createShopperWithOrder();
  return { path: path(order.orderNumber), person, open };
};

export const accountRows: readonly Row[] = [
  row('/login', [...loginTexts, 'Create an account']),
  row('/register', ['Register', 'Name', ...loginTexts]),
  row('/forgot-password', ['Forgot your password?']),
  row('/reset-password, no token', ['Set a new password']),
  row('/reset-password', ['New password', 'Set password'], '/reset-password#token=not-a-token'),
  row('/confirm-email, no token', ['Confirm your email address', 'This link is incomplete.']),
  row(
    '/confirm-email',
    ['This link has already been used or has expired.', 'Log in to get a new link'],
    '/confirm-email#token=not-a-token',
    expectGone('email/verify'),
  ),
  row('/undo-email-change, no token', ['Keep your old email address', 'This link is incomplete.']),
  row('/undo-email-change', ['Restore my email address'], '/undo-email-change#token=not-a-token', {
    unclicked: 'its only button shows the error of an invalid link',
  }),
  row('/accept-invitation, no token', ['Join the staff', 'This link is incomplete.']),
  row(
    '/accept-invitation',
    ['This link has already been used or has expired.', 'the owner of the shop to invite you again.'],
    '/accept-invitation#token=not-a-token',
    expectGone('invitations/view'),
  ),
  row('/user, guest', loginTexts, '/user', sameAsLogin),
  row('/user/orders, guest', loginTexts, '/user/orders', sameAsLogin),
  row('/user', ['Hello, Meera'], as(createShopper, '/user'), {
    unclicked: 'redirects to /user/dashboard, which has its own rows',
  }),
  row(
    '/user/dashboard, new customer',
    [
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
    as(createShopper, '/user/dashboard'),
    { frame: true },
  ),
  row(
    '/user/dashboard',
    ['Hello, Meera', '₹2,469', 'Pending'],
    withOrder(() => '/user/dashboard'),
  ),
  row('/user/orders, none', ['My Orders', 'No orders found.'], as(createShopper, '/user/orders')),
  row(
    '/user/orders',
    ['My Orders', 'Order ID', 'Date', 'Total', 'Status', 'Action', '₹2,469', 'Pending', 'View'],
    withOrder(() => '/user/orders'),
  ),
  row(
    '/user/orders/:orderId',
    ['₹2,469', 'Hyderabad', 'Cancel order', /Walk saree/],
    withOrder((id) => `/user/orders/${id}`),
  ),
  row(
    '/user/orders/:orderId, cancelling',
    ['Cancel this order?', 'Keep order'],
    withOrder((id) => `/user/orders/${id}`, click('Cancel order')),
  ),
  row(
    '/user/orders/:orderId, missing',
    ['Failed to load this order.'],
    as(createShopper, `/user/orders/${MISSING_ID}`),
    expectMissing('orders/detail'),
  ),
  row('/user/credit', ['Store credit', 'Add gift card'], as(createShopper, '/user/credit')),
  row(
    '/track/:token, unknown',
    ['The parcel could not be found.'],
    `/track/${'a'.repeat(32)}`,
    expectMissing(`track/${'a'.repeat(32)}`),
  ),
  row('/complaint', ['Make a complaint', 'What went wrong?', 'Send complaint'], '/complaint'),
  row('/user/wishlist, empty', ['Wishlist', 'Your wishlist is empty.'], as(createShopper, '/user/wishlist')),
  row(
    '/user/wishlist',
    ['Wishlist', /Walk saree/, 'Move to cart', '₹2,499'],
    as(createShopperWithWishlist, '/user/wishlist'),
  ),
  row(
    '/user/address, none',
    ['My Addresses', 'Add New Address', 'No addresses found.'],
    as(createShopper, '/user/address'),
  ),
  row(
    '/user/address',
    ['My Addresses', 'Default', 'Edit', 'Delete', 'Set Default', '12 Temple Street'],
    as(createShopperWithAddresses, '/user/address'),
  ),
  row(
    '/user/address, adding',
    ['Add New Address', 'Full name', 'Phone', 'PIN code', 'Address', 'City', 'State', 'Country', 'Save Address'],
    as(createShopper, '/user/address', click('Add New Address')),
  ),
  row(
    '/user/address, editing',
    ['Edit Address', 'Update Address'],
    as(createShopperWithAddresses, '/user/address', click('Edit')),
  ),
  row('/user/address, deleting', ['Delete'], as(createShopperWithAddresses, '/user/address', click('Delete'))),
  row(
    '/user/profile',
    [
      'Profile',
      'Full name',
      'Meera Nair',
      'Email',
      'Not confirmed',
      'Please confirm your email address.',
      'Send the link again',
      'Phone',
      'Not added',
      'Role',
      'Customer',
      'Member since',
      'ID',
      'Edit Profile',
      'Change email',
      'Login and security',
      'Your data',
    ],
    as(createShopper, '/user/profile'),
  ),
  row(
    '/user/profile, editing',
    ['Edit Profile', 'Save changes'],
    as(createShopper, '/user/profile', click('Edit Profile')),
  ),
  row(
    '/user/profile, changing the email',
    ['Change email', 'New email', 'Your old address stays until you open the link.'],
    as(createShopper, '/user/profile', click('Change email')),
  ),
  row(
    '/user/security',
    [
      'Login and security',
      'Password',
      'Two-step verification',
      'Authenticator app',
      'Passkeys',
      'No passkeys yet.',
      'Active sessions',
      'Back to Profile',
    ],
    as(createShopper, '/user/security'),
    expectRefused('users/(?:sessions|second-factor/totp|passkeys)'),
  ),
  row(
    '/user/security, changing the password',
    ['Current password', 'New password', 'Confirm new password', 'At least 10 characters.'],
    as(createShopper, '/user/security', click('Change password')),
  ),
  row(
    '/user/security, confirming',
    ['Confirm that it’s you', 'Your password', 'again for 10 minutes'],
    as(createShopper, '/user/security', click('Set up authenticator app')),
    expectRefused('second-factor/totp'),
  ),
  row(
    '/user/notifications',
    ['Notifications', 'Orders and payment', 'Always sent', 'Mobile number', 'WhatsApp', 'Quiet hours', 'Send code'],
    as(createShopper, '/user/notifications'),
  ),
  row(
    '/user/privacy',
    [
      'Your data',
      'Emails from us',
      'New collections and offers',
      'A copy of your data',
      'Download as PDF',
      'Delete your account',
    ],
    as(createShopper, '/user/privacy'),
    expectRefused('account/export'),
  ),
  row(
    '/user/privacy, deleting the account',
    ['Delete your account?', 'Keep my account', 'After 30 days'],
    as(createShopper, '/user/privacy', click('Delete my account')),
    expectRefused('account/deletion'),
  ),
];
