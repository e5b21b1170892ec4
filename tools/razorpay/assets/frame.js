// The payment window: has the stand-in's origin and communicates with the page by postMessage.
import { isInFuture, networkOf, passesLuhn } from './card.js';
import { applyTheme } from './theme.js';

const SUCCESS_SHOWN_MS = 600;
const BANKS = [
  ['HDFC', 'HDFC Bank', 'HD'],
  ['SBIN', 'State Bank of India', 'SBI'],
  ['ICIC', 'ICICI Bank', 'IC'],
  ['UTIB', 'Axis Bank', 'AX'],
  ['KKBK', 'Kotak Mahindra', 'KM'],
  ['UBIN', 'Union Bank', 'UB'],
];
const pageOrigin = new URLSearchParams(location.search).get('origin') ?? '';
const $ = (id) => document.getElementById(id);
const state = { options: {}, order: null, method: 'card' };

const notifyPage = (type, payload) => parent.postMessage({ type, payload }, pageOrigin);

/** Formats paise as ₹1,234 or ₹1,234.50. */
function formatRupees(paise) {
  const fraction = paise % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  }).format(paise / 100);
}

function showMerchant({ name, description, image, prefill = {} }) {
  const brand = name || 'Payment';
  document.title = `${brand} — payment`;
  $('brand').textContent = brand;
  $('description').textContent = description ?? '';
  $('mark').textContent = [...brand][0].toUpperCase();
  if (image) {
    const picture = new Image();
    picture.alt = '';
    picture.onload = () => $('mark').replaceChildren(picture);
    picture.src = image;
  }
  const contacts = [prefill.contact, prefill.email].filter(Boolean);
  $('payer').replaceChildren(
    ...contacts.map((text) => Object.assign(document.createElement('span'), { textContent: text })),
  );
  $('contact-field').hidden = Boolean(prefill.contact);
  if (prefill.name) $('card-name').value = prefill.name;
}

function showAmount(order) {
  $('amount').textContent = formatRupees(order.amount_due);
  $('pay').textContent = `Pay ${formatRupees(order.amount_due)}`;
}

/** Covers the form: `loading`, `busy` (payment sent), `done`, `stopped` (no payment possible), or null for none. */
function showProgress(phase, text) {
  const progress = $('progress');
  progress.hidden = phase === null;
  $('pay-side').inert = phase !== null;
  // A dismissal after the payment was sent would be wrong.
  $('close').disabled = phase === 'busy' || phase === 'done';
  progress.dataset.state = phase ?? '';
  $('progress-text').textContent = text ?? '';
}

function showAlert(text) {
  $('alert').hidden = !text;
  $('alert-text').textContent = text ?? '';
  if (text) $('pay-side').scrollTop = 0;
}

function showBanks() {
  $('banks').replaceChildren(
    ...BANKS.map(([code, name, short], index) => {
      const row = Object.assign(document.createElement('div'), { className: 'bank' });
      const radio = Object.assign(document.createElement('input'), {
        type: 'radio',
        name: 'bank',
        id: `bank-${code}`,
        value: code,
        checked: index === 0,
      });
      const label = Object.assign(document.createElement('label'), { htmlFor: radio.id, textContent: name });
      label.dataset.short = short;
      row.append(radio, label);
      return row;
    }),
  );
}

function selectMethod(method, focus = false) {
  state.method = method;
  showAlert(null);
  for (const tab of $('methods').children) {
    const isSelected = tab.dataset.method === method;
    tab.setAttribute('aria-selected', String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
    $(`panel-${tab.dataset.method}`).hidden = !isSelected;
    if (isSelected && focus) tab.focus();
  }
}

const digits = (id) => $(id).value.replaceAll(/\D/g, '');
const CHECKS = {
  card: [
    ['card-number', () => passesLuhn(digits('card-number')), 'Enter a valid card number.'],
    ['card-expiry', () => isInFuture($('card-expiry').value), 'Enter a future date as MM / YY.'],
    ['card-cvv', () => /^\d{3,4}$/.test($('card-cvv').value), 'Enter the 3 or 4 digit CVV.'],
    ['card-name', () => $('card-name').value.trim().length > 1, 'Enter the name on the card.'],
  ],
  upi: [['vpa', () => /^[\w.-]{2,}@[a-z][a-z\d]+$/i.test($('vpa').value.trim()), 'Enter a UPI ID such as name@bank.']],
  netbanking: [],
};
const CONTACT_CHECK = [
  'contact',
  () => $('contact-field').hidden || /^\d{8,14}$/.test(digits('contact')),
  'Enter a mobile number.',
];

function setError(id, message) {
  $(id).setAttribute('aria-invalid', String(message !== ''));
  $(`${id}-error`).textContent = message;
  $(`${id}-error`).hidden = message === '';
}

function clearErrors() {
  for (const [id] of [...Object.values(CHECKS).flat(), CONTACT_CHECK]) setError(id, '');
}

function validateForm() {
  clearErrors();
  const invalid = [...CHECKS[state.method], CONTACT_CHECK].filter(([, isValid]) => !isValid());
  for (const [id, , message] of invalid) setError(id, message);
  if (invalid.length > 0) $(invalid[0][0]).focus();
  return invalid.length === 0;
}

async function call(path, init) {
  const response = await fetch(`../checkout/${path}`, init);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error?.description ?? 'Something went wrong.');
  return body;
}

function methodDetails() {
  if (state.method === 'upi') return { vpa: $('vpa').value.trim() };
  if (state.method === 'netbanking') return { bank: document.querySelector('input[name=bank]:checked')?.value };
  const number = digits('card-number');
  return {
    card: { name: $('card-name').value.trim(), last4: number.slice(-4), network: networkOf(number) || 'Unknown' },
  };
}

async function attempt(outcome) {
  const { key, description, notes, prefill = {} } = state.options;
  showAlert(null);
  showProgress('busy', 'Confirming your payment…');
  try {
    const declined = state.method === 'upi' && $('vpa').value.trim() === 'failure@razorpay';
    const result = await call('payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        key_id: key,
        order_id: state.order.id,
        method: state.method,
        outcome: declined ? 'failed' : outcome,
        contact: prefill.contact || `+${digits('contact')}`,
        ...(prefill.email && { email: prefill.email }),
        description,
        notes,
        ...methodDetails(),
      }),
    });
    if (result.error) return showFailure(result);
    showProgress('done', 'Payment successful');
    setTimeout(() => notifyPage('success', result), SUCCESS_SHOWN_MS);
  } catch (error) {
    showProgress(null);
    showAlert(
      error instanceof TypeError
        ? 'The payment could not be sent. Check your connection and try again.'
        : error.message,
    );
  }
}

function showFailure(result) {
  showProgress(null);
  showAlert(result.error.description);
  $('pay').focus();
  notifyPage('failed', result);
}

function requestClose(reason) {
  if (state.options.modal?.confirm_close && $('progress').dataset.state === '') $('confirm').showModal();
  else notifyPage('dismiss', reason);
}

$('methods').addEventListener('click', (event) => {
  const tab = event.target.closest('[role=tab]');
  if (tab) selectMethod(tab.dataset.method);
});
$('methods').addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const methods = [...$('methods').children].map((tab) => tab.dataset.method);
  selectMethod(methods.at((methods.indexOf(state.method) + step) % methods.length), true);
});
$('card-number').addEventListener('input', () => {
  const number = digits('card-number').slice(0, 19);
  $('card-number').value = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
  $('network').textContent = networkOf(number).replace('American Express', 'Amex').toUpperCase();
});
$('card-expiry').addEventListener('input', (event) => {
  const text = digits('card-expiry').slice(0, 4);
  if (event.inputType?.startsWith('delete')) return;
  $('card-expiry').value = text.length >= 2 ? `${text.slice(0, 2)} / ${text.slice(2)}` : text;
});
$('form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (validateForm()) void attempt('captured');
});
$('fail').addEventListener('click', () => {
  clearErrors();
  void attempt('failed');
});
$('close').addEventListener('click', () => requestClose('close'));
$('confirm-yes').addEventListener('click', () => notifyPage('dismiss', 'close'));
$('confirm-no').addEventListener('click', () => $('confirm').close());
$('window').addEventListener('cancel', (event) => {
  // Ignores the cancel event of the confirm dialog, which bubbles.
  if (event.target !== $('window')) return;
  event.preventDefault();
  if (state.options.modal?.escape !== false && !$('close').disabled) requestClose('escape');
});
$('window').addEventListener('close', (event) => {
  // Browsers close a dialog at the second Escape, even when the first was prevented.
  if (event.target !== $('window')) return;
  if (state.options.modal?.escape === false || $('close').disabled) $('window').showModal();
  else notifyPage('dismiss', 'escape');
});
$('window').addEventListener('keydown', (event) => {
  if (event.key !== 'Tab' || $('confirm').open) return;
  const focusable = [...$('window').querySelectorAll('button:enabled, input')].filter(
    (element) =>
      element.tabIndex >= 0 &&
      element.checkVisibility() &&
      !element.closest('[inert]') &&
      (element.type !== 'radio' || element.checked),
  );
  const [first, last] = [focusable[0], focusable.at(-1)];
  const { activeElement } = document;
  const isLeaving = event.shiftKey ? activeElement === first || activeElement === $('window') : activeElement === last;
  if (!isLeaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
});

async function open(options) {
  state.options = options;
  applyTheme(options.theme?.color);
  showMerchant(options);
  showBanks();
  showProgress('loading', 'Loading your order…');
  $('window').showModal();
  try {
    const query = new URLSearchParams({ key_id: options.key, order_id: options.order_id ?? '' });
    state.order = await call(`preferences?${query}`);
  } catch (error) {
    return showProgress(
      'stopped',
      error instanceof TypeError ? 'The payment window could not be loaded.' : error.message,
    );
  }
  showAmount(state.order);
  if (state.order.status === 'paid') return showProgress('stopped', 'This order has already been paid.');
  showProgress(null);
  const preferred = options.prefill?.method;
  selectMethod(preferred in CHECKS ? preferred : 'card');
  $('window').focus();
}

addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== pageOrigin || event.data?.type !== 'open') return;
  void open(event.data.options);
});
notifyPage('ready');
