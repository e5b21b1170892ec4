import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import CatalogRoutes from '../routes.js';

const open = async (address: string) => {
  window.history.pushState({}, '', address);
  render(
    <BrowserRouter>
      <CatalogRoutes />
    </BrowserRouter>,
  );
  await screen.findByRole('heading', { level: 1 });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('confirms an alert when the reader clicks, not when the link is opened', async () => {
  const api = fakeApi({ 'POST /stock-alerts/confirm': { success: true, message: 'Your alert is confirmed.' } });
  await open('/stock-alert/confirm#token=abc.def');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirm your alert');
  expect(api.requests).toEqual([]);
  press('Yes, email me');
  expect((await screen.findByRole('status')).textContent).toBe('Your alert is confirmed.');
  expect(api.requestsTo('POST /stock-alerts/confirm')[0]?.body).toEqual({ token: 'abc.def' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Browse Products' })).toBeTruthy();
});

it('cancels an alert', async () => {
  const api = fakeApi({ 'POST /stock-alerts/cancel': { success: true, message: 'Your alert is cancelled.' } });
  await open('/stock-alert/cancel#token=abc.def');
  press('Cancel alert');
  expect((await screen.findByRole('status')).textContent).toBe('Your alert is cancelled.');
  expect(api.requestsTo('POST /stock-alerts/cancel')).toHaveLength(1);
});

it('explains a link that was used or has expired', async () => {
  fakeApi({
    'POST /stock-alerts/confirm': errorResponse(410, 'EMAIL_LINK_INVALID', 'This link has already been used.'),
  });
  await open('/stock-alert/confirm#token=abc.def');
  press('Yes, email me');
  expect((await screen.findByRole('alert')).textContent).toBe('This link has already been used.');
  expect(screen.getByText('You can request the alert again on the page of the product.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('can be tried again without a connection', async () => {
  const api = fakeApi({
    'POST /stock-alerts/confirm': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable. Please try again.'),
  });
  await open('/stock-alert/confirm#token=abc.def');
  press('Yes, email me');
  await screen.findByRole('alert');
  api.responses['POST /stock-alerts/confirm'] = { success: true, message: 'Your alert is confirmed.' };
  press('Yes, email me');
  expect((await screen.findByRole('status')).textContent).toBe('Your alert is confirmed.');
});

it('explains a link without its token', async () => {
  await open('/stock-alert/confirm');
  expect(screen.getByRole('alert').textContent).toContain('This link is incomplete.');
  expect(screen.queryByRole('button')).toBeNull();
});
