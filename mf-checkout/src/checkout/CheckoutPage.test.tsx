import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildCart, buildProduct } from '@rangavalli/web-kit/testing/builders';
import { errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import {
  asCustomer,
  cart,
  field,
  home,
  open,
  opened,
  payButton,
  pressPay,
  shop,
  silk,
} from '../testing/checkout-page.js';

asCustomer();

describe('before paying', () => {
  it('an empty cart leads home, and to the orders: the webhook may have placed one', async () => {
    shop({ 'GET /cart': { success: true, cart: buildCart() } });
    await open();
    expect((await screen.findByRole('link', { name: 'Continue Shopping' })).getAttribute('href')).toBe('/');
    expect(screen.getByText('If you have already paid, your order is in My Orders.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/user/orders');
    expect(screen.queryByRole('link', { name: /^Log in/ })).toBeNull();
  });

  it('applies a coupon without paying', async () => {
    const quote = {
      lines: [],
      subtotalPaise: 499_900,
      discountPaise: 0,
      shippingPaise: 0,
      codFeePaise: 0,
      taxPaise: 0,
      roundOffPaise: 0,
      totalPaise: 499_900,
      hash: 'hash',
    };
    const quoted = { success: true as const, cart, quote };
    const api = shop({ 'GET /cart': quoted, 'PUT /cart/coupon': errorResponse(409, 'COUPON_EXPIRED', 'Expired.') });
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    const code = await screen.findByLabelText<HTMLInputElement>('Coupon code');
    fireEvent.change(code, { target: { value: 'PONGAL' } });
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Expired.')).toBeTruthy();
    // As Enter does.
    fireEvent.submit(code.form as HTMLFormElement);
    await waitFor(() => expect(api.requestsTo('PUT /cart/coupon')).toHaveLength(2));
    expect(document.querySelector('form form')).toBeNull();
    expect(api.requestsTo('POST /payments/create-order')).toEqual([]);
    expect(opened).toEqual([]);
  });

  it('the form is filled with the customer, their default address, and India', async () => {
    shop();
    await open();
    await waitFor(() => expect(field('Address').value).toBe('12 Weavers Street'));
    expect(field('Email').value).toBe('meena@example.com');
    expect(field('Country').value).toBe('India');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Meena Rao/ }).checked).toBe(true);
  });

  it('the form works without saved addresses, and shows when they failed to load', async () => {
    shop({ 'GET /address': errorResponse(503, 'UNAVAILABLE', 'unavailable') });
    await open();
    expect(await screen.findByText(/saved addresses could not be loaded/)).toBeTruthy();
    expect(field('Full name').value).toBe('Meena');
  });

  it('an incomplete form is not sent; the first wrong field has the focus', async () => {
    const api = shop({ 'GET /address': { success: true, addresses: [] } });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: /Pay ₹/ }));
    expect(screen.getByText('Please enter your phone number.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Phone'));
    expect(api.requestsTo('POST /payments/create-order')).toEqual([]);
  });
});

describe('the PIN code', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const state = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).value;

  it('fills in city and state, not over what was typed, and the next code fills them again', async () => {
    const api = shop({ 'GET /address': { success: true, addresses: [] } });
    await open();
    await screen.findByLabelText('PIN code');
    fireEvent.click(payButton());
    expect(screen.getByText('Please enter your city.')).toBeTruthy();
    type('PIN code', '500 092');
    await waitFor(() => expect(field('City').value).toBe('Hyderabad'));
    expect([field('PIN code').value, state()]).toEqual(['500092', 'Telangana']);
    // Corrected without being touched.
    await waitFor(() => expect(screen.queryByText('Please enter your city.')).toBeNull());
    expect(screen.getByText('Please enter your address.')).toBeTruthy();
    type('City', 'Boduppal');
    api.responses['GET /delivery/pin/{pincode}'] = {
      success: true,
      place: { pincode: '110001', city: 'New Delhi', district: 'Central Delhi', state: 'Delhi', stateCode: '07' },
    };
    type('PIN code', '110001');
    await waitFor(() => expect(state()).toBe('Delhi'));
    expect(field('City').value).toBe('Boduppal');
  });

  it('that does not exist is refused beside its field before the payment', async () => {
    const api = shop();
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    type('PIN code', '999999');
    expect(await screen.findByText('This PIN code does not exist. Please check it.')).toBeTruthy();
    fireEvent.click(payButton());
    await waitFor(() => expect(document.activeElement).toBe(field('PIN code')));
    expect(api.requestsTo('POST /payments/create-order')).toEqual([]);
    type('PIN code', '500092');
    expect(screen.queryByText('This PIN code does not exist. Please check it.')).toBeNull();
  });

  it('that is not served is refused before the payment; a served one shows date and charge', async () => {
    const notServed = { serviceable: false, cod: false };
    const api = shop({ 'GET /delivery/promise': { success: true, promise: { pincode: '500092', ...notServed } } });
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    expect(await screen.findByText(/We do not deliver to this PIN code yet/)).toBeTruthy();
    fireEvent.click(payButton());
    await waitFor(() => expect(document.activeElement).toBe(field('PIN code')));
    api.responses['POST /delivery/waitlist'] = { success: true, message: 'Thank you.' };
    expect(screen.getByText('Not deliverable to PIN code 500092 yet.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Notify me' }));
    expect(await screen.findByText('Thank you.')).toBeTruthy();
    expect(api.requestsTo('POST /delivery/waitlist').map(({ body }) => body)).toEqual([
      { pincode: '500092', email: 'meena@example.com', productId: silk._id },
    ]);
    expect(api.requestsTo('POST /payments/create-order')).toEqual([]);

    const shipping = { charge: 80, freeFrom: 5499 };
    const dates = { from: '2026-12-01', to: '2026-12-03' };
    api.responses['GET /delivery/promise'] = {
      success: true,
      promise: { pincode: '110001', city: 'New Delhi', serviceable: true, cod: true, ...dates, shipping },
    };
    api.responses['GET /delivery/pin/{pincode}'] = {
      success: true,
      place: { pincode: '110001', city: 'New Delhi', district: 'Central Delhi', state: 'Delhi', stateCode: '07' },
    };
    api.responses['GET /payments/methods'] = {
      success: true,
      methods: [{ method: 'online', isAvailable: true, fee: 0, totalAmount: 5079, quoteHash: 'hash' }],
    };
    type('PIN code', '110001');
    expect(await screen.findByText('Delivered by Thu 3 Dec')).toBeTruthy();
    await waitFor(() => expect(payButton().textContent).toBe('Pay ₹5,079'));
    fireEvent.click(payButton());
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({ amount: 5079, quoteHash: 'hash' });
    expect(localStorage.getItem('delivery-pin')).toBe('110001');
    localStorage.removeItem('delivery-pin');
  });

  it('of an army post office is accepted with the city and state that the customer enters', async () => {
    const api = shop({
      'GET /address': { success: true, addresses: [] },
      'GET /delivery/pin/{pincode}': {
        success: true,
        place: { pincode: '914001', city: '', district: '', state: '', stateCode: '', army: true },
      },
    });
    await open();
    await screen.findByLabelText('PIN code');
    for (const [label, text] of Object.entries({ Phone: '9848012345', 'PIN code': '914001', Address: '12 Field Unit' }))
      type(label, text);
    expect(await screen.findByText(/enter 56 APO or 99 APO as the city/)).toBeTruthy();
    fireEvent.click(payButton());
    expect(screen.getByText('Please enter your city.')).toBeTruthy();
    type('City', '56 APO');
    type('State', 'Punjab');
    fireEvent.click(payButton());
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({
      billing: { pincode: '914001', city: '56 APO', state: 'Punjab' },
    });
  });

  it('can be paid for while the lookup fails: the server checks it', async () => {
    const api = shop({ 'GET /delivery/pin/{pincode}': errorResponse(503, 'UNAVAILABLE', 'unavailable') });
    await pressPay();
    expect(api.requestsTo('POST /payments/create-order')).toHaveLength(1);
  });
});

it('sends the order note and the gift message with the checkout', async () => {
  const api = shop();
  await open();
  await screen.findByDisplayValue('12 Weavers Street');
  fireEvent.change(screen.getByLabelText('Order note'), { target: { value: 'Ring twice' } });
  fireEvent.change(screen.getByLabelText('Gift message'), { target: { value: 'For Amma' } });
  fireEvent.click(payButton());
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({
    note: 'Ring twice',
    giftMessage: 'For Amma',
  });
});

describe('after a reload', () => {
  const reopen = async (changes: Parameters<typeof shop>[0]) => {
    cleanup();
    const api = shop({ 'GET /address': { success: true, addresses: [] }, ...changes });
    await open();
    return api;
  };
  const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const enterMessages = async () => {
    await reopen({});
    await screen.findByLabelText('Full name');
    enter('Full name', 'Lakshmi Devi');
    enter('Order note', 'Ring twice');
    enter('Gift message', 'For Amma');
  };
  const shownMessages = async () => {
    await waitFor(() => expect(field('Full name').value).toBe('Lakshmi Devi'));
    return [field('Order note').value, field('Gift message').value];
  };

  it('the form still has what was entered', async () => {
    await enterMessages();
    await reopen({});
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Gift message')).value).toBe('For Amma');
  });

  it('an order that was placed meanwhile leaves its messages out of the next one', async () => {
    await enterMessages();
    await reopen({ 'GET /cart': { success: true, cart: buildCart() } });
    await screen.findByRole('link', { name: 'My Orders' });
    await reopen({});
    expect(await shownMessages()).toEqual(['', '']);

    enter('Gift message', 'For Amma');
    const product = buildProduct({ name: 'Kurta', price: 900 });
    await reopen({ 'GET /cart': { success: true, cart: buildCart({ product, size: '', quantity: 1 }) } });
    await screen.findByText('Kurta');
    expect(await shownMessages()).toEqual(['', '']);
  });
});

describe('saving the address', () => {
  const fillIn = (changes: Record<string, string> = {}) => {
    for (const [label, value] of Object.entries({
      Phone: '9848012345',
      Address: '12 Weavers Street',
      City: 'Hyderabad',
      State: 'Telangana',
      'PIN code': '500092',
      ...changes,
    })) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    }
  };

  it('is offered for a new one, and happens beside the payment', async () => {
    const api = shop({
      'GET /address': { success: true, addresses: [] },
      'POST /address': { success: true, message: 'Address added', address: home },
    });
    await open();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Save this address for next time' }));
    fillIn();
    fireEvent.click(payButton());
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(api.requestsTo('POST /address').map(({ body }) => body)).toEqual([
      {
        fullName: 'Meena',
        phone: '9848012345',
        pincode: '500092',
        addressLine: '12 Weavers Street',
        city: 'Hyderabad',
        state: 'Telangana',
        country: 'India',
      },
    ]);
  });

  it('is not offered for a saved one', async () => {
    shop();
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    expect(screen.queryByRole('checkbox', { name: 'Save this address for next time' })).toBeNull();
  });
});
