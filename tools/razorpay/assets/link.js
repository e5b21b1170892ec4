// The hosted page of a payment link: opens the payment window for the link's order and returns to the shop.
const slug = location.pathname.split('/').at(-1);
const $ = (id) => document.getElementById(id);

const STATUS_TEXTS = {
  created: '',
  partially_paid: '',
  paid: 'This payment link has already been paid.',
  expired: 'This payment link has expired. Please ask the shop for a new one.',
  cancelled: 'This payment link was cancelled by the shop.',
};

async function get(path) {
  const response = await fetch(`/i/${slug}/${path}`);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error?.description ?? 'Something went wrong.');
  return body;
}

function formatRupees(paise) {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100);
}

async function finish({ razorpay_payment_id: paymentId }) {
  $('pay').hidden = true;
  $('status').textContent = 'Payment successful.';
  const { redirect } = await get(`result?payment_id=${encodeURIComponent(paymentId)}`);
  if (redirect) location.assign(redirect);
}

function openWindow({ key, order_id, description, customer, reference_id }) {
  const { Razorpay } = window;
  new Razorpay({
    key,
    order_id,
    name: 'Payment link',
    description: description || reference_id,
    prefill: customer,
    handler: (paid) => finish(paid).catch((error) => ($('status').textContent = error.message)),
    modal: { ondismiss: () => void show() },
  }).open();
}

async function show() {
  try {
    const link = await get('details');
    $('amount').textContent = formatRupees(link.amount_due);
    $('description').textContent = link.description;
    $('reference').textContent = link.reference_id ? `Reference ${link.reference_id}` : '';
    $('status').textContent = STATUS_TEXTS[link.status];
    $('pay').hidden = link.order_id === undefined;
    $('pay').textContent = `Pay ${formatRupees(link.amount_due)}`;
    $('pay').onclick = () => openWindow(link);
  } catch (error) {
    $('status').textContent = error instanceof TypeError ? 'The page could not be loaded. Try again.' : error.message;
  }
}

await show();
