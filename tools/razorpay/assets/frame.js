// The payment window: runs in the stand-in's own origin and speaks with the shop's page by postMessage only.
import { expiryIsAhead, networkOf, passesLuhn } from './card.js';
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
const shown = { options: {}, order: null, method: 'card' };

const tell = (type, payload) => parent.postMessage({ type, payload }, pageOrigin);

/** Paise as a shopper reads them: ₹1,234, or ₹1,234.50 where there are paise. */
function rupees(paise) {
  const fraction = paise % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  }).format(paise / 100);
}

// ---- Showing ----

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
  const known = [prefill.contact, prefill.email].filter(Boolean);
  $('payer').replaceChildren(
    ...known.map((text) => Object.assign(document.createElement('span'), { textContent: text })),
  );
  $('contact-field').hidden = Boolean(prefill.contact);
  if (prefill.name) $('card-name').value = prefill.name;
}

function showAmount(order) {
  $('amount').textContent = rupees(order.amount_due);
  $('pay').textContent = `Pay ${rupees(order.amount_due)}`;
}

/** Covers the form: `loading` at first, `busy` while the bank is asked, `done` after, `stopped` where nothing can be paid. */
function showProgress(state, text) {
  const progress = $('progress');
  progress.hidden = state === null;
  $('pay-side').inert = state !== null;
  // Once money is on its way, closing would tell the page of a dismissal that never was.
  $('close').disabled = state === 'busy' || state === 'done';
  progress.dataset.state = state ?? '';
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

function chooseMethod(method, focus = false) {
  shown.method = method;
  showAlert(null);
  for (const tab of $('methods').children) {
    const chosen = tab.dataset.method === method;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    $(`panel-${tab.dataset.method}`).hidden = !chosen;
    if (chosen && focus) tab.focus();
  }
}

// ---- Checking what was typed ----

const digits = (id) => $(id).value.replaceAll(/\D/g, '');
const CHECKS = {
  card: [
    ['card-number', () => passesLuhn(digits('card-number')), 'Enter a valid card number.'],
    ['card-expiry', () => expiryIsAhead($('card-expiry').value), 'Enter a date that is ahead, as MM / YY.'],
    ['card-cvv', () => /^\d{3,4}$/.test($('card-cvv').value), 'Enter the 3 or 4 digits.'],
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

function mark(id, message) {
  $(id).setAttribute('aria-invalid', String(message !== ''));
  $(`${id}-error`).textContent = message;
  $(`${id}-error`).hidden = message === '';
}

function clearMarks() {
  for (const [id] of [...Object.values(CHECKS).flat(), CONTACT_CHECK]) mark(id, '');
}

/** Marks what is wrong, moves to the first of it, and says whether all is well. */
function formIsRight() {
  clearMarks();
  const wrong = [...CHECKS[shown.method], CONTACT_CHECK].filter(([, isRight]) => !isRight());
  for (const [id, , message] of wrong) mark(id, message);
  if (wrong.length > 0) $(wrong[0][0]).focus();
  return wrong.length === 0;
}

// ---- Paying ----

async function call(path, init) {
  const response = await fetch(`../checkout/${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.description ?? 'Something went wrong.');
  return answer;
}

function methodDetails() {
  if (shown.method === 'upi') return { vpa: $('vpa').value.trim() };
  if (shown.method === 'netbanking') return { bank: document.querySelector('input[name=bank]:checked')?.value };
  const number = digits('card-number');
  return {
    card: { name: $('card-name').value.trim(), last4: number.slice(-4), network: networkOf(number) || 'Unknown' },
  };
}

async function attempt(outcome) {
  const { key, description, notes, prefill = {} } = shown.options;
  showAlert(null);
  showProgress('busy', 'Confirming your payment…');
  try {
    const declined = shown.method === 'upi' && $('vpa').value.trim() === 'failure@razorpay';
    const answer = await call('payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        key_id: key,
        order_id: shown.order.id,
        method: shown.method,
        outcome: declined ? 'failed' : outcome,
        contact: prefill.contact || `+${digits('contact')}`,
        ...(prefill.email && { email: prefill.email }),
        description,
        notes,
        ...methodDetails(),
      }),
    });
    if (answer.error) return failed(answer);
    showProgress('done', 'Payment successful');
    setTimeout(() => tell('success', answer), SUCCESS_SHOWN_MS);
  } catch (error) {
    showProgress(null);
    showAlert(
      error instanceof TypeError
        ? 'The payment could not be sent. Check your connection and try again.'
        : error.message,
    );
  }
}

function failed(answer) {
  showProgress(null);
  showAlert(answer.error.description);
  $('pay').focus();
  tell('failed', answer);
}

function askToClose(reason) {
  if (shown.options.modal?.confirm_close && $('progress').dataset.state === '') $('confirm').showModal();
  else tell('dismiss', reason);
}

// ---- Wiring ----

$('methods').addEventListener('click', (event) => {
  const tab = event.target.closest('[role=tab]');
  if (tab) chooseMethod(tab.dataset.method);
});
$('methods').addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const methods = [...$('methods').children].map((tab) => tab.dataset.method);
  chooseMethod(methods.at((methods.indexOf(shown.method) + step) % methods.length), true);
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
  if (formIsRight()) void attempt('captured');
});
$('fail').addEventListener('click', () => {
  clearMarks();
  void attempt('failed');
});
$('close').addEventListener('click', () => askToClose('close'));
$('confirm-yes').addEventListener('click', () => tell('dismiss', 'close'));
$('confirm-no').addEventListener('click', () => $('confirm').close());
$('window').addEventListener('cancel', (event) => {
  // The confirm dialog's own Escape bubbles up to here: it only closes itself.
  if (event.target !== $('window')) return;
  event.preventDefault();
  if (shown.options.modal?.escape !== false && !$('close').disabled) askToClose('escape');
});
$('window').addEventListener('close', (event) => {
  // Browsers close a dialog at the second Escape, asked or not.
  if (event.target !== $('window')) return;
  if (shown.options.modal?.escape === false || $('close').disabled) $('window').showModal();
  else tell('dismiss', 'escape');
});
$('window').addEventListener('keydown', (event) => {
  if (event.key !== 'Tab' || $('confirm').open) return;
  const stops = [...$('window').querySelectorAll('button:enabled, input')].filter(
    (stop) =>
      stop.tabIndex >= 0 &&
      stop.checkVisibility() &&
      !stop.closest('[inert]') &&
      (stop.type !== 'radio' || stop.checked),
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const { activeElement } = document;
  const leaving = event.shiftKey ? activeElement === first || activeElement === $('window') : activeElement === last;
  if (!leaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
});

async function open(options) {
  shown.options = options;
  applyTheme(options.theme?.color);
  showMerchant(options);
  showBanks();
  showProgress('loading', 'Getting your order…');
  $('window').showModal();
  try {
    const query = new URLSearchParams({ key_id: options.key, order_id: options.order_id ?? '' });
    shown.order = await call(`preferences?${query}`);
  } catch (error) {
    return showProgress(
      'stopped',
      error instanceof TypeError ? 'The payment window could not be loaded.' : error.message,
    );
  }
  showAmount(shown.order);
  if (shown.order.status === 'paid') return showProgress('stopped', 'This order has already been paid.');
  showProgress(null);
  const wanted = options.prefill?.method;
  chooseMethod(wanted in CHECKS ? wanted : 'card');
  $('window').focus();
}

addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== pageOrigin || event.data?.type !== 'open') return;
  void open(event.data.options);
});
tell('ready');
