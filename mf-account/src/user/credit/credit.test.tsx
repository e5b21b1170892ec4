import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { StoreCredit } from '@rangavalli/contracts/entities/credit';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { signIn } from '@rangavalli/web-kit/testing/builders';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../../routes.js';

const credit: StoreCredit = {
  balance: 1250,
  reserved: 300,
  // Midnight in the time zone of the tests.
  nextExpiry: { amount: 500, at: '2027-04-01T00:00:00.000Z' },
  movements: [
    { at: '2026-11-20T06:00:00.000Z', reason: 'order_reserved', amount: -300, balance: 1250 },
    { at: '2026-11-18T06:00:00.000Z', reason: 'goodwill', amount: 1550, balance: 1550, note: 'Late parcel' },
  ],
};
const empty: StoreCredit = { balance: 0, reserved: 0, movements: [] };

function open() {
  window.history.pushState({}, '', '/user/credit');
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
}

beforeEach(() => act(() => signIn()));

it('shows what can be spent, what is reserved, and each movement', async () => {
  fakeApi({ 'GET /credit': { success: true, credit } });
  open();
  expect(await screen.findByText('₹1,250')).toBeTruthy();
  expect(screen.getByText('₹300 is reserved for a checkout that is not paid yet.')).toBeTruthy();
  expect(screen.getByText('₹500 expires on 31 Mar 2027.')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/Reserved for a checkout.*−₹300/),
      expect.stringMatching(/From the shop.*Late parcel.*\+₹1,550/),
    ]),
  );
});

it('adds a gift card, and explains beside the field why one was refused', async () => {
  let isUsed = true;
  const api = fakeApi({
    'GET /credit': { success: true, credit: empty },
    'POST /credit/redeem': () =>
      isUsed
        ? errorResponse(404, 'GIFT_CARD_INVALID', 'This gift card was used already.')
        : { success: true, message: '₹500.00 was added to your store credit.', credit },
  });
  open();
  const code = await screen.findByLabelText(/Code of the gift card/);
  const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add gift card' }));
  fireEvent.change(code, { target: { value: 'RVGC-ABCD' } });
  add();
  expect(await screen.findByText('Enter the whole code of the gift card.')).toBeTruthy();
  fireEvent.change(code, { target: { value: 'RVGC-ABCD-EFGH-JKLM-NPQR' } });
  add();
  expect(await screen.findByText('This gift card was used already.')).toBeTruthy();
  isUsed = false;
  add();
  await waitFor(() => expect(api.requestsTo('GET /credit')).toHaveLength(2));
});
