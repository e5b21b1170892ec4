import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { GiftCard } from '@rangavalli/contracts/entities/credit';
import { errorResponse, fakeApi, noConnection } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, asha, press, visit } from '../testing/admin-area.js';

asAdmin();

const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('issues a gift card and shows its code once', async () => {
  const card: GiftCard = {
    id: '5f0c8e0e-6c1c-4f0e-9a55-0d8f3c1a2b3c',
    ending: 'NPQR',
    amount: 500,
    state: 'active',
    issuedAt: '2026-11-23T06:00:00.000Z',
    issuedBy: 'Meera',
    // Midnight in the time zone of the tests.
    expiresAt: '2027-12-01T00:00:00.000Z',
  };
  let cards: GiftCard[] = [];
  const api = fakeApi({
    'GET /gift-cards': () => ({ success: true, giftCards: cards, total: cards.length }),
    'POST /gift-cards': () => {
      cards = [card];
      return { success: true, message: 'The gift card is ready.', giftCard: card, code: 'RVGC-ABCD-EFGH-JKLM-NPQR' };
    },
  });
  visit('/admin/gift-cards');
  await screen.findByText('No gift cards yet');
  press('Issue a gift card');
  enter(/^Amount/, '50');
  const submit = () => fireEvent.submit(screen.getByLabelText(/^Amount/).closest('form') as HTMLFormElement);
  submit();
  expect(await screen.findByText('Enter an amount from ₹100 to ₹1,00,000.')).toBeTruthy();
  enter(/^Amount/, '500');
  submit();
  expect(await screen.findByText('RVGC-ABCD-EFGH-JKLM-NPQR')).toBeTruthy();
  expect(api.requestsTo('POST /gift-cards')[0]?.body).toMatchObject({ amount: 500 });
  press('Done');
  expect(await screen.findByText('Ends in NPQR')).toBeTruthy();
  expect(screen.getByText('30 Nov 2027')).toBeTruthy();
  expect(screen.queryByText('RVGC-ABCD-EFGH-JKLM-NPQR')).toBeNull();
});

it('gives a customer store credit with a reason and a note', async () => {
  const nextExpiry = { amount: 250, at: '2027-04-01T00:00:00.000Z' };
  const credit = { balance: 250, reserved: 0, nextExpiry, movements: [] };
  const api = fakeApi({
    'GET /users/admin/customers/{id}': { success: true, customer: asha },
    'GET /orders/list/{userId}': { success: true, orders: [], total: 0, spent: 0 },
    'GET /credit/customers/{userId}': { success: true, credit },
    'POST /credit/customers/{userId}': { success: true, message: 'The customer has ₹100.00 more.', credit },
  });
  visit(`/admin/customers/${asha._id}`);
  expect(await screen.findByText('₹250')).toBeTruthy();
  expect(screen.getByText('₹250 on 31 Mar 2027')).toBeTruthy();
  press('Give store credit');
  enter(/^Amount/, '100');
  enter('Reason', 'return');
  const submit = () => fireEvent.submit(screen.getByLabelText(/^Amount/).closest('form') as HTMLFormElement);
  submit();
  expect(await screen.findByText('Please enter a note.')).toBeTruthy();
  enter(/^Note/, 'Torn border');
  submit();
  await waitFor(() => expect(api.requestsTo('POST /credit/customers/{userId}')).toHaveLength(1));
  expect(api.requestsTo('POST /credit/customers/{userId}')[0]?.body).toMatchObject({
    amount: 100,
    reason: 'return',
    note: 'Torn border',
  });
});

it('keeps the request when the amount changes after a lost response, and shows what was given', async () => {
  const creditOf = (balance: number) => ({ success: true as const, credit: { balance, reserved: 0, movements: [] } });
  const message = 'Another amount has been given already. Please close the form and check the balance.';
  const api = fakeApi({
    'GET /users/admin/customers/{id}': { success: true, customer: asha },
    'GET /orders/list/{userId}': { success: true, orders: [], total: 0, spent: 0 },
    'GET /credit/customers/{userId}': creditOf(0),
    'POST /credit/customers/{userId}': () => {
      api.responses['GET /credit/customers/{userId}'] = creditOf(100);
      return noConnection;
    },
  });
  visit(`/admin/customers/${asha._id}`);
  expect(await screen.findByText('₹0')).toBeTruthy();
  press('Give store credit');
  enter(/^Note/, 'Torn border');
  const submit = () => fireEvent.submit(screen.getByLabelText(/^Amount/).closest('form') as HTMLFormElement);
  enter(/^Amount/, '100');
  submit();
  expect(await screen.findByText('₹100')).toBeTruthy();
  api.responses['POST /credit/customers/{userId}'] = errorResponse(409, 'CREDIT_GRANTED', message);
  enter(/^Amount/, '200');
  submit();
  expect(await screen.findByText(message)).toBeTruthy();
  const sent = api.requestsTo('POST /credit/customers/{userId}').map(({ body }) => body as { requestId: string });
  expect(sent.at(-1)).toMatchObject({ amount: 200, requestId: sent[0]?.requestId });
});
