import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/privacy-notice';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { signIn } from '@rangavalli/web-kit/testing/builders';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import AccountRoutes from '../../routes.js';

const user = {
  _id: 'a'.repeat(24),
  name: 'Meena',
  email: 'meena@example.com',
  emailVerified: true,
  role: 'user' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
  orders: [],
};
const consent = (granted: boolean, at: string) => ({
  purpose: 'marketing_email' as const,
  granted,
  noticeVersion: PRIVACY_NOTICE_VERSION,
  at,
});
const consents = [consent(true, '2026-01-16T09:30:00.000Z'), consent(false, '2026-01-15T09:30:00.000Z')];
const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /users/profile': { success: true, user },
    'GET /users/consents': { success: true, noticeVersion: PRIVACY_NOTICE_VERSION, consents },
    ...changes,
  });
const open = async () => {
  window.history.pushState({}, '', '/user/privacy');
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
  await screen.findByRole('switch');
};
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement);

const saved: { name: string; content: Blob }[] = [];
beforeAll(() => {
  polyfillDialogs();
  let content = new Blob();
  URL.createObjectURL = (blob) => {
    content = blob as Blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content });
  };
});
beforeEach(() => {
  saved.length = 0;
  act(() => signIn());
});

it('gives and withdraws the consent to emails, and lists all decisions', async () => {
  const api = shop({ 'PUT /users/consents': { success: true, message: 'Saved', consents } });
  await open();
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'New collections and offers' });
  expect(toggle.checked).toBe(true);
  expect(screen.getAllByText(/Emails about collections and offers: /)).toHaveLength(2);
  fireEvent.click(toggle);
  await waitFor(() => expect(api.requestsTo('GET /users/consents')).toHaveLength(2));
  expect(api.requestsTo('PUT /users/consents')[0]?.body).toEqual({
    purpose: 'marketing_email',
    granted: false,
    noticeVersion: PRIVACY_NOTICE_VERSION,
  });
});

it('saves a copy of the data after a step-up', async () => {
  let isElevated = false;
  const content = {
    exportedAt: '2026-01-15T09:30:00.000Z',
    account: user,
    addresses: [],
    wishlist: [],
    sessions: [],
    consents: [],
    orders: [],
    stockAlerts: [],
  };
  shop({
    'GET /users/account/export': () =>
      isElevated
        ? { success: true, export: content }
        : errorResponse(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you to continue.'),
    'POST /users/step-up': () => {
      isElevated = true;
      return { success: true, message: 'Confirmed', elevatedUntil: '2026-01-15T09:40:00.000Z' };
    },
  });
  await open();
  press('Download as a file for other programs (JSON)');
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'a long enough password' } });
  press('Confirm');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  expect(saved[0]?.content.type).toBe('application/json');
});

it('saves the PDF', async () => {
  shop();
  const { fetch: fakeFetch } = globalThis;
  globalThis.fetch = (async (address: string, init: RequestInit) =>
    address.endsWith('/export/pdf')
      ? { ok: true, status: 200, blob: async () => new Blob(['%PDF'], { type: 'application/pdf' }) }
      : fakeFetch(address, init)) as typeof fetch;
  await open();
  press('Download as PDF');
  await waitFor(() => expect(saved[0]?.name).toMatch(/^my-data-.*\.pdf$/));
  expect(saved[0]?.content.type).toBe('application/pdf');
});

it('requests the deletion after a confirmation, and takes it back', async () => {
  const api = shop({
    'POST /users/account/deletion': {
      success: true,
      message: 'Your account will be deleted.',
      deletesAt: '2026-02-14T09:30:00.000Z',
    },
    'DELETE /users/account/deletion': { success: true, message: 'Your account stays.' },
  });
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  expect(api.requestsTo('POST /users/account/deletion')).toEqual([]);
  api.responses['GET /users/profile'] = {
    success: true,
    user: { ...user, deletesAt: '2026-02-14T09:30:00.000Z' },
  };
  press('Delete my account');
  expect(await screen.findByText(/Your account will be deleted on 14 Feb(ruary)? 2026\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  api.responses['GET /users/profile'] = { success: true, user };
  press('Keep my account');
  expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeTruthy();
  expect(api.requestsTo('DELETE /users/account/deletion')).toHaveLength(1);
});
