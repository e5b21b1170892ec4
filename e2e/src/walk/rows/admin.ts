import { mustCall } from '../../support/api.js';
import { eventually } from '../../support/store.js';
import { admin, aNewcomer, aPiece, withOrder } from '../scenes.js';
import type { Row, Scene } from '../table.js';

const at = (path: string, open?: Scene['open']) => async (): Promise<Scene> => ({
  path,
  person: await admin(),
  ...(open ? { open } : {}),
});
/** An order of the walk's own: all that is changed is changed in it. */
const onOrder =
  (path: (of: { order: string; customer: string; email: string }) => string, open?: Scene['open']) =>
  async (): Promise<Scene> => {
    const { person, order } = await withOrder();
    return {
      path: path({ order: order._id, customer: person.id, email: encodeURIComponent(person.email) }),
      person: await admin(),
      ...(open ? { open } : {}),
    };
  };
/** A product of the walk's own. */
const onProduct =
  (path: (of: { id: string; name: string }) => string, open?: Scene['open']) => async (): Promise<Scene> => {
    const product = await aPiece();
    return {
      path: path({ id: product._id, name: encodeURIComponent(product.name) }),
      person: await admin(),
      ...(open ? { open } : {}),
    };
  };
/** The history of a product of the walk's own, once the log has heard of it. */
const onAudited = async (): Promise<Scene> => {
  const person = await admin();
  const { _id: subjectId } = await aPiece();
  await eventually(async () => {
    if ((await mustCall('GET /operations/audit', { query: { subjectId } }, person.token)).total < 2)
      throw new Error('the log has not heard yet');
  });
  return { path: `/admin/audit?subjectId=${subjectId}`, person };
};
const NOBODY = '0'.repeat(24);
const formTexts = [
  'Name',
  'Description',
  'Price',
  'Category',
  'Stock',
  'Sizes',
  'Tags',
  'Images',
  'Separated by commas',
];

export const adminRows: readonly Row[] = [
  {
    name: '/admin of a guest',
    route: '/admin',
    scene: () => ({ path: '/admin' }),
    texts: ['Login', 'Email', 'Password'],
    unclicked: 'the same screen as /login',
  },
  {
    name: '/admin/products of a guest',
    route: '/admin/products',
    scene: () => ({ path: '/admin/products' }),
    texts: ['Login', 'Email', 'Password'],
    unclicked: 'the same screen as /login',
  },
  {
    name: '/admin of a customer',
    route: '/admin',
    scene: async () => ({ path: '/admin/dashboard', person: await aNewcomer() }),
    texts: ['This area is for the people who run the shop.', 'Go to Home'],
  },
  {
    name: '/admin',
    route: '/admin',
    scene: at('/admin'),
    texts: ['Dashboard'],
    unclicked: 'leads to /admin/dashboard, which has its own row',
  },
  {
    name: '/admin/dashboard',
    route: '/admin/dashboard',
    scene: at('/admin/dashboard'),
    frame: true,
    texts: ['Dashboard', 'Users', 'Products', 'Sales', 'Recent orders', 'Orders', 'Customers', 'Go to Home'],
  },
  {
    name: '/admin/products',
    route: '/admin/products',
    scene: at('/admin/products'),
    texts: ['Products', 'Add Product', 'Edit'],
    unclicked: 'the table of others’ products; the same with one of the walk’s own is clicked',
  },
  {
    name: '/admin/products, own',
    route: '/admin/products',
    scene: onProduct(({ name }) => `/admin/products?q=${name}`),
    texts: [/Walk saree/, '₹1,234.50'],
  },
  {
    name: '/admin/products, nothing found',
    route: '/admin/products',
    scene: at('/admin/products?q=zzzzqq'),
    texts: ['No products found.'],
  },
  {
    name: '/admin/products, stock',
    route: '/admin/products',
    texts: [/Walk saree/],
    scene: onProduct(
      ({ name }) => `/admin/products?q=${name}`,
      (page) => page.getByRole('button', { name: /^Stock of/ }).click(),
    ),
  },
  {
    name: '/admin/products, deleting',
    route: '/admin/products',
    texts: ['Delete this product?'],
    scene: onProduct(
      ({ name }) => `/admin/products?q=${name}`,
      (page) =>
        page
          .getByRole('main')
          .getByRole('button', { name: /^Delete/ })
          .click(),
    ),
  },
  {
    name: '/admin/products, import',
    route: '/admin/products',
    scene: at('/admin/products', (page) => page.getByRole('button', { name: 'Import CSV' }).click()),
    texts: ['Import products'],
  },
  {
    name: '/admin/products/add',
    route: '/admin/products/add',
    scene: at('/admin/products/add'),
    texts: ['Add Product', ...formTexts],
  },
  {
    name: '/admin/products/edit/:id',
    route: '/admin/products/edit/:id',
    scene: onProduct(({ id }) => `/admin/products/edit/${id}`),
    texts: ['Edit Product', 'Update Product', ...formTexts],
  },
  {
    name: '/admin/products/edit/:id of nothing',
    route: '/admin/products/edit/:id',
    scene: at(`/admin/products/edit/${NOBODY}`),
    texts: ['Unable to fetch product.'],
    expected: [/404.*getOne/, /getOne.*404/],
  },
  {
    name: '/admin/orders',
    route: '/admin/orders',
    scene: at('/admin/orders'),
    texts: ['Orders', 'Update Status'],
    unclicked: 'others’ orders; the same with one of the walk’s own is clicked',
  },
  {
    name: '/admin/orders, own',
    route: '/admin/orders',
    scene: onOrder(({ email }) => `/admin/orders?q=${email}`),
    texts: ['Meera Nair', /Walk saree .*\(x 2\)/, '₹2,469', 'Update Status', 'Pending', 'Hyderabad'],
  },
  {
    name: '/admin/orders, nothing found',
    route: '/admin/orders',
    scene: at('/admin/orders?q=zzzzqq'),
    texts: ['No orders found.'],
  },
  {
    name: '/admin/orders/:id',
    route: '/admin/orders/:id',
    scene: onOrder(({ order }) => `/admin/orders/${order}`),
    texts: ['Meera Nair', '₹2,469', 'Update Status', /Walk saree/],
  },
  {
    name: '/admin/orders/:id, cancelling',
    route: '/admin/orders/:id',
    texts: ['Cancel this order?'],
    scene: onOrder(
      ({ order }) => `/admin/orders/${order}`,
      (page) => page.getByLabel('Update Status').selectOption('Cancelled'),
    ),
  },
  {
    name: '/admin/orders/:id of nobody',
    route: '/admin/orders/:id',
    scene: at(`/admin/orders/${NOBODY}`),
    texts: ['The order could not be loaded.'],
    expected: [/404.*orders\/detail/, /orders\/detail.*404/],
  },
  {
    name: '/admin/customers',
    route: '/admin/customers',
    scene: at('/admin/customers'),
    texts: ['Customers', 'Name', 'Email', 'Phone', 'Role', 'Joined'],
  },
  {
    name: '/admin/customers, nobody found',
    route: '/admin/customers',
    scene: at('/admin/customers?q=zzzzqq'),
    texts: ['No customers found.'],
  },
  {
    name: '/admin/customers/:id',
    route: '/admin/customers/:id',
    scene: onOrder(({ customer }) => `/admin/customers/${customer}`),
    texts: ['Meera Nair', 'Orders', '₹2,469', 'Pending', 'Make admin'],
  },
  {
    name: '/admin/customers/:id, giving a role',
    route: '/admin/customers/:id',
    texts: ['Make Meera Nair an admin?', 'The audit log keeps who decided it.'],
    scene: onOrder(
      ({ customer }) => `/admin/customers/${customer}`,
      (page) => page.getByRole('button', { name: 'Make admin' }).click(),
    ),
  },
  {
    name: '/admin/customers/:id of nobody',
    route: '/admin/customers/:id',
    scene: at(`/admin/customers/${NOBODY}`),
    texts: ['There is no such customer.'],
    expected: [/404.*customers|orders\//],
  },
  {
    name: '/admin/payments',
    route: '/admin/payments',
    scene: at('/admin/payments'),
    texts: ['Payments', 'Needs a look', 'All', 'Webhooks', 'Dead letters'],
    unclicked: 'others’ payments, or none; one of the walk’s own is clicked',
  },
  {
    name: '/admin/payments, all, own',
    route: '/admin/payments',
    scene: onOrder(({ order }) => `/admin/payments?view=all&q=${order}`),
    texts: ['Received', '₹2,469', 'Pending'],
  },
  {
    name: '/admin/payments, nothing found',
    route: '/admin/payments',
    scene: at('/admin/payments?view=all&q=zzzzqq'),
    texts: ['No payments found.'],
  },
  {
    name: '/admin/payments, webhooks',
    route: '/admin/payments',
    scene: at('/admin/payments?view=webhooks'),
    texts: ['Payments', 'Outcome'],
    unclicked: 'others’ webhooks',
  },
  {
    name: '/admin/payments, dead letters',
    route: '/admin/payments',
    scene: at('/admin/payments?view=dead'),
    texts: ['Payments'],
    unclicked: 'others’ events',
  },
  {
    name: '/admin/payments/:orderId',
    route: '/admin/payments/:orderId',
    scene: onOrder(({ order }) => `/admin/payments/${order}`),
    texts: ['Received', '₹2,469', 'Story', 'Retry', 'Order: Pending'],
  },
  {
    name: '/admin/payments/:orderId of nobody',
    route: '/admin/payments/:orderId',
    scene: at(`/admin/payments/${NOBODY}`),
    texts: ['The payment could not be loaded.'],
    expected: [/404.*payments\/desk/, /payments\/desk.*404/],
  },
  {
    name: '/admin/audit',
    route: '/admin/audit',
    scene: at('/admin/audit'),
    texts: ['Audit log', 'About'],
    unclicked: 'the log of what everybody does',
  },
  {
    name: '/admin/audit, of one product',
    route: '/admin/audit',
    texts: ['History of', 'Open', 'Product created', 'more'],
    scene: onAudited,
  },
  {
    name: '/admin/system',
    route: '/admin/system',
    scene: at('/admin/system'),
    texts: ['System', 'Processes ready', 'Dead letters', 'Services', 'gateway', 'Frontends', 'mf-admin', /up since/],
  },
  {
    name: '/admin/audit, nothing found',
    route: '/admin/audit',
    scene: at('/admin/audit?q=zzzzqq'),
    texts: ['Nothing is recorded.'],
  },
];
