import { mustCall } from '../../support/api.js';
import { eventually } from '../../support/store.js';
import {
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
  admin,
  createShopper,
  createShopperWithCheckout,
  createShopperWithOrder,
  createWalkProduct,
} from '../scenes.js';

const asAdmin = (path: string, open?: Scene['open']) => async (): Promise<Scene> => ({
  path,
  person: await admin(),
  open,
});
/** An order of the row's own, which may be changed. */
const withOrder =
  (path: (ids: { order: string; customer: string; email: string }) => string, open?: Scene['open']) =>
  async (): Promise<Scene> => {
    const { person, order } = await createShopperWithOrder();
    const email = encodeURIComponent(person.email);
    return asAdmin(path({ order: order._id, customer: person.id, email }), open)();
  };
/** A checkout that was not paid. */
const withHold = (path: (ids: { order: string }) => string, open?: Scene['open']) => async (): Promise<Scene> => {
  const { checkout } = await createShopperWithCheckout();
  return asAdmin(path({ order: checkout.orderId }), open)();
};
const withProduct =
  (open?: Scene['open'], path = (_id: string, name: string) => `/admin/products?q=${encodeURIComponent(name)}`) =>
  async (): Promise<Scene> => {
    const { _id, name } = await createWalkProduct();
    return asAdmin(path(_id, name), open)();
  };
const withAuditEntries = async (): Promise<Scene> => {
  const { token } = await admin();
  const { _id: subjectId } = await createWalkProduct();
  await eventually(async () => {
    const { total } = await mustCall('GET /operations/audit', { query: { subjectId } }, token);
    if ((total ?? 0) < 2) throw new Error('not recorded yet');
  });
  return asAdmin(`/admin/audit?subjectId=${subjectId}`)();
};
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
  row('/admin, guest', loginTexts, '/admin', sameAsLogin),
  row('/admin/products, guest', loginTexts, '/admin/products', sameAsLogin),
  row('/admin, customer', ['Only staff of the shop can open this area.', 'Go to Home'], async () => ({
    path: '/admin/dashboard',
    person: await createShopper(),
  })),
  row('/admin', ['Dashboard'], asAdmin('/admin'), {
    unclicked: 'redirects to /admin/dashboard, which has its own row',
  }),
  row(
    '/admin/dashboard',
    ['Dashboard', 'Users', 'Products', 'Sales', 'Recent orders', 'Orders', 'Customers', 'Go to Home'],
    asAdmin('/admin/dashboard'),
    { frame: true },
  ),
  row('/admin/products', ['Products', 'Add Product', 'Edit'], asAdmin('/admin/products'), {
    unclicked: 'other tests’ products; the row’s own product is clicked below',
  }),
  row('/admin/products, own', [/Walk saree/, '₹1,234.50'], withProduct()),
  row('/admin/products, no matches', ['No products found.'], asAdmin('/admin/products?q=zzzzqq')),
  row(
    '/admin/products, stock',
    [/Walk saree/],
    withProduct((page) => page.getByRole('button', { name: /^Stock of/ }).click()),
  ),
  row(
    '/admin/products, deleting',
    ['Delete this product?'],
    withProduct((page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^Delete/ })
        .click(),
    ),
  ),
  row(
    '/admin/products, import',
    ['Import products'],
    asAdmin('/admin/products', (page) => page.getByRole('button', { name: 'Import CSV' }).click()),
  ),
  row('/admin/products/add', ['Add Product', ...formTexts], asAdmin('/admin/products/add')),
  row(
    '/admin/products/edit/:id',
    ['Edit Product', 'Update Product', ...formTexts],
    withProduct(undefined, (id) => `/admin/products/edit/${id}`),
  ),
  row(
    '/admin/products/edit/:id, missing',
    ['Unable to fetch product.'],
    asAdmin(`/admin/products/edit/${MISSING_ID}`),
    expectMissing('getOne'),
  ),
  row('/admin/search', ['Search', 'Words that mean the same', 'Try a search'], asAdmin('/admin/search'), {
    unclicked: 'other tests’ searches; adding words is clicked below',
  }),
  row(
    '/admin/search, adding',
    ['Add words that mean the same', 'Preview a search with these words', 'Save words'],
    asAdmin('/admin/search?word=gulabo'),
  ),
  row('/admin/orders', ['Orders', 'Update Status'], asAdmin('/admin/orders'), {
    unclicked: 'other tests’ orders; the row’s own order is clicked below',
  }),
  row(
    '/admin/orders, own',
    ['Meera Nair', /Walk saree .*\(x 2\)/, '₹2,469', 'Update Status', 'Pending', 'Hyderabad'],
    withOrder(({ email }) => `/admin/orders?q=${email}`),
  ),
  row('/admin/orders, no matches', ['No orders found.'], asAdmin('/admin/orders?q=zzzzqq')),
  row(
    '/admin/orders/:id',
    ['Meera Nair', '₹2,469', 'Update Status', /Walk saree/],
    withOrder(({ order }) => `/admin/orders/${order}`),
  ),
  row(
    '/admin/orders/:id, cancelling',
    ['Cancel this order?'],
    withOrder(
      ({ order }) => `/admin/orders/${order}`,
      async (page) => {
        const status = page.getByLabel('Update Status');
        await status.focus();
        await status.selectOption('Cancelled');
      },
    ),
  ),
  row(
    '/admin/orders/:id, missing',
    ['The order could not be loaded.'],
    asAdmin(`/admin/orders/${MISSING_ID}`),
    expectMissing('orders/detail'),
  ),
  row('/admin/holds', ['Reserved stock'], asAdmin('/admin/holds'), {
    unclicked: 'other tests’ checkouts; the row’s own checkout is clicked below',
  }),
  row(
    '/admin/holds, own',
    ['Meera Nair', /Walk saree .*\(x 2\)/, 'Units', 'Network', 'Release'],
    withHold(({ order }) => `/admin/holds?q=${order}`),
  ),
  row(
    '/admin/holds, releasing',
    ['Release these items?', '2 items reserved by Meera Nair', 'Keep reserved'],
    withHold(
      ({ order }) => `/admin/holds?q=${order}`,
      (page) => page.getByRole('button', { name: 'Release the items of Meera Nair' }).click(),
    ),
  ),
  row('/admin/holds, no matches', ['No reserved stock.'], asAdmin('/admin/holds?q=zzzzqq')),
  row('/admin/delivery', ['Delivery zones', 'Hyderabad', 'Telangana', 'Free', 'Add zone'], asAdmin('/admin/delivery'), {
    unclicked: 'deletes zones; editing one is clicked below',
  }),
  row(
    '/admin/delivery, editing a zone',
    ['Edit delivery zone', 'First digits of PIN codes', 'Andaman and Nicobar Islands', 'Free from, ₹', 'Save zone'],
    asAdmin('/admin/delivery', (page) => page.getByRole('button', { name: 'Edit Hyderabad' }).click()),
  ),
  row('/admin/delivery, times', ['Until dispatch', 'Handling days: saree'], asAdmin('/admin/delivery?view=times')),
  row('/admin/delivery, calendar', ['Holidays', 'Festivals', 'Ugadi'], asAdmin('/admin/delivery?view=calendar'), {
    unclicked: 'deletes holidays and festivals',
  }),
  row('/admin/delivery, PIN codes', ['First digits of the PIN code'], asAdmin('/admin/delivery?view=pins'), {
    unclicked: 'deletes rules of other tests; adding one is clicked below',
  }),
  row(
    '/admin/delivery, adding a PIN code',
    ['Rules of a PIN code', 'As its zone', 'Save PIN code'],
    asAdmin('/admin/delivery?view=pins', (page) => page.getByRole('button', { name: 'Add PIN code' }).click()),
  ),
  row(
    '/admin/delivery, importing PIN codes',
    ['Import PIN codes from a CSV file', 'Columns: pincode'],
    asAdmin('/admin/delivery?view=pins', (page) => page.getByRole('button', { name: 'Import CSV' }).click()),
  ),
  row('/admin/delivery, waitlist', ['First digits of the PIN code'], asAdmin('/admin/delivery?view=waitlist'), {
    unclicked: 'deletes entries of other tests',
  }),
  row('/admin/offers', ['Offers', 'Add offer'], asAdmin('/admin/offers'), {
    unclicked: 'other tests’ offers; adding one is clicked below',
  }),
  row(
    '/admin/offers, adding',
    ['Add offer', 'Applies by itself, without a code', 'Uses per customer', 'Preview products', 'Save offer'],
    asAdmin('/admin/offers', (page) => page.getByRole('button', { name: 'Add offer' }).click()),
  ),
  row('/admin/customers', ['Customers', 'Name', 'Email', 'Phone', 'Joined'], asAdmin('/admin/customers')),
  row('/admin/customers/groups', ['Customer groups', 'Add group'], asAdmin('/admin/customers/groups'), {
    unclicked: 'other tests’ groups; adding one is clicked below',
  }),
  row(
    '/admin/customers/groups, adding',
    ['Add group', 'Name', 'Description'],
    asAdmin('/admin/customers/groups', (page) => page.getByRole('button', { name: 'Add group' }).click()),
  ),
  row('/admin/customers, no matches', ['No customers found.'], asAdmin('/admin/customers?q=zzzzqq')),
  row(
    '/admin/customers/:id',
    ['Meera Nair', 'Orders', '₹2,469', 'Pending', 'Role', 'Export data', 'Log out all devices', 'Change role'],
    withOrder(({ customer }) => `/admin/customers/${customer}`),
    expectRefused('export'),
  ),
  row(
    '/admin/customers/:id, changing the role',
    ['Change the role of Meera Nair?', 'New role', 'Customer support', 'recorded in the audit log'],
    withOrder(
      ({ customer }) => `/admin/customers/${customer}`,
      (page) => page.getByRole('button', { name: 'Change role' }).click(),
    ),
    expectRefused('role'),
  ),
  row('/admin/customers/:id, missing', ['Customer not found.'], asAdmin(`/admin/customers/${MISSING_ID}`), {
    expected: [/404.*customers|orders\//],
  }),
  row(
    '/admin/payments',
    ['Payments', 'Needs attention', 'All', 'Refund approvals', 'Refund limits', 'Webhooks', 'Dead letters'],
    asAdmin('/admin/payments'),
    {
      unclicked: 'other tests’ payments; the row’s own payment is clicked below',
    },
  ),
  row(
    '/admin/payments, all, own',
    ['Paid', '₹2,469', 'Pending'],
    withOrder(({ order }) => `/admin/payments?view=all&q=${order}`),
  ),
  row('/admin/payments, links', ['Payments', 'State of the link'], asAdmin('/admin/payments?view=links'), {
    unclicked: 'other tests’ links',
  }),
  row('/admin/phone-orders/new', ['New phone order', 'Find a product'], asAdmin('/admin/phone-orders/new')),
  row('/admin/payments, no matches', ['No payments found.'], asAdmin('/admin/payments?view=all&q=zzzzqq')),
  row('/admin/payments, approvals', ['Payments', 'Status'], asAdmin('/admin/payments?view=approvals'), {
    unclicked: 'other tests’ refunds',
  }),
  row(
    '/admin/payments, limits',
    ['Refunds that need a second person', 'Refunds above (₹)', 'Save limits'],
    asAdmin('/admin/payments?view=limits'),
    expectRefused('payments/settings'),
  ),
  row('/admin/reviews', ['Reviews'], asAdmin('/admin/reviews')),
  row('/admin/questions', ['Questions'], asAdmin('/admin/questions')),
  row('/admin/returns', ['Returns'], asAdmin('/admin/returns')),
  row(
    '/admin/dispatch',
    ['Dispatch', 'To ship', 'Ready', 'Keyboard shortcuts', 'Due by today'],
    asAdmin('/admin/dispatch'),
    { unclicked: 'other tests’ orders' },
  ),
  row('/admin/dispatch, ready', ['Dispatch', 'Zone', 'Courier'], asAdmin('/admin/dispatch?view=ready'), {
    unclicked: 'other tests’ parcels',
  }),
  row('/admin/dispatch, not delivered', ['Dispatch', 'Not delivered'], asAdmin('/admin/dispatch?view=undelivered'), {
    unclicked: 'other tests’ parcels',
  }),
  row('/admin/dispatch, coming back', ['Dispatch', 'Coming back'], asAdmin('/admin/dispatch?view=rto'), {
    unclicked: 'other tests’ parcels',
  }),
  row('/admin/complaints', ['Complaints', 'Waiting for a reply'], asAdmin('/admin/complaints')),
  row(
    '/admin/notifications',
    ['Notifications', 'Delivery log', 'Templates', 'State'],
    asAdmin('/admin/notifications'),
    {
      unclicked: 'messages of other tests',
    },
  ),
  row(
    '/admin/notifications, templates',
    ['Order placed', 'Abandoned cart', 'Marketing, with consent only'],
    asAdmin('/admin/notifications?view=templates'),
    { unclicked: 'the previews are clicked below' },
  ),
  row(
    '/admin/notifications, preview',
    ['Order placed', 'With sample data of the shop.', 'Phone, 360 px', 'Send a test message'],
    asAdmin('/admin/notifications?view=templates', (page) =>
      page.getByRole('button', { name: 'Preview Order placed' }).click(),
    ),
    // Scripts of the tests are not allowed in the email.
    { expected: [/Blocked script execution in 'about:srcdoc'/] },
  ),
  row('/admin/gift-cards', ['Gift cards', 'Issue a gift card'], asAdmin('/admin/gift-cards')),
  row('/admin/cash', ['Cash on delivery', 'Record remittances', 'Rules', 'To be collected'], asAdmin('/admin/cash'), {
    unclicked: 'other tests’ orders',
  }),
  row('/admin/cash, remittances', ['Remittance of a courier', 'CSV file'], asAdmin('/admin/cash?view=remittances')),
  row(
    '/admin/cash, rules',
    ['Rules of cash on delivery', 'Offer cash on delivery', 'Save rules'],
    asAdmin('/admin/cash?view=rules'),
    expectRefused('payments/cod/settings'),
  ),
  row('/admin/payments, webhooks', ['Payments', 'Outcome'], asAdmin('/admin/payments?view=webhooks'), {
    unclicked: 'other tests’ webhooks',
  }),
  row('/admin/payments, dead letters', ['Payments'], asAdmin('/admin/payments?view=dead'), {
    unclicked: 'other tests’ events',
  }),
  row(
    '/admin/payments/:orderId',
    ['Paid', '₹2,469', 'Timeline', 'Retry', 'Order: Pending'],
    withOrder(({ order }) => `/admin/payments/${order}`),
  ),
  row(
    '/admin/payments/:orderId, missing',
    ['The payment could not be loaded.'],
    asAdmin(`/admin/payments/${MISSING_ID}`),
    expectMissing('payments/admin'),
  ),
  row(
    '/admin/invoices',
    ['Invoices and reports', 'GSTR-1', 'Sales register', 'Payments register'],
    asAdmin('/admin/invoices?month=2026-01'),
  ),
  row('/admin/shop', ['Shop details', 'Legal name', 'GSTIN', 'Grievance officer'], asAdmin('/admin/shop'), {
    unclicked: 'other tests read the details',
  }),
  row(
    '/admin/staff',
    ['Staff', 'Members', 'Owner', 'Two-step verification', 'Open invitations'],
    asAdmin('/admin/staff'),
    {
      unclicked: 'other tests’ invitations; inviting is clicked below',
    },
  ),
  row(
    '/admin/staff, inviting',
    ['Invite staff', 'The link works once, for 72 hours.', 'Send invitation'],
    asAdmin('/admin/staff', (page) => page.getByRole('button', { name: 'Invite staff' }).click()),
  ),
  row('/admin/audit', ['Audit log', 'Type', 'Check the log'], asAdmin('/admin/audit'), {
    unclicked: 'other tests’ changes',
  }),
  row('/admin/audit, one product', ['History of', 'Open', 'Product created', 'more'], withAuditEntries),
  row('/admin/audit, no matches', ['No entries found.'], asAdmin('/admin/audit?q=zzzzqq')),
  row(
    '/admin/system',
    ['System', 'Processes ready', 'Dead letters', 'Services', 'gateway', 'Frontends', 'mf-admin', /up since/],
    asAdmin('/admin/system'),
  ),
];
