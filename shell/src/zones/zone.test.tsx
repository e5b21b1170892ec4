import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, Link } from '@rangavalli/web-kit/federation/router';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { ToastHost } from '@rangavalli/web-kit/ui/ToastHost';
import { Translate } from '../layout/Translate.js';
import { PagesContext } from '../pages/pages-context.js';
import { keepToasts, startKeepingToasts } from './kept-toasts.js';
import { useDocumentOfZone } from './zone.js';

const pages = [
  { path: '/all', title: 'All' },
  { path: '/checkout', title: 'Checkout', zone: 'checkout' as const },
  { path: '/payment-success', title: 'Your order', zone: 'checkout' as const },
  { path: '/login', title: 'Login', zone: 'account' as const },
];
const reload = jest.fn();

function Screen() {
  return <p>{useDocumentOfZone(reload) ? 'its document' : 'another document'}</p>;
}
const open = (path: string) => {
  window.history.replaceState({}, '', path);
  return render(
    <PagesContext value={pages}>
      <BrowserRouter>
        {['/all', '/checkout', '/payment-success', '/login'].map((to) => (
          <Link key={to} to={to}>
            {to}
          </Link>
        ))}
        <Screen />
        <Translate />
      </BrowserRouter>
    </PagesContext>,
  );
};
const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

beforeEach(() => {
  reload.mockClear();
  sessionStorage.clear();
});

test('within a zone the document stays', () => {
  open('/checkout');
  follow('/payment-success');
  expect(screen.getByText('its document')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('a page of another zone gets its own document before it is shown', () => {
  open('/all');
  follow('/checkout');
  expect(window.location.pathname).toBe('/checkout');
  expect(screen.getByText('another document')).toBeTruthy();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the new document is requested once, as the address changes', () => {
  open('/all');
  act(() => {
    window.history.pushState({}, '', '/checkout');
    expect(reload).toHaveBeenCalledTimes(1);
    window.history.replaceState({ order: 1 }, '', '/payment-success');
  });
  expect(reload).toHaveBeenCalledTimes(1);
});

test('Back to a page of another zone gets its own document', async () => {
  window.history.replaceState({}, '', '/login');
  window.history.pushState({}, '', '/');
  open('/all');
  window.history.back();
  expect(await screen.findByText('another document')).toBeTruthy();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the translator is on public pages only', () => {
  open('/all');
  expect(screen.queryByRole('button', { name: 'Translate this page' })).not.toBeNull();
  follow('/login');
  expect(screen.queryByRole('button', { name: 'Translate this page' })).toBeNull();
});

test('a message shown just before the new document is shown there again, once', () => {
  startKeepingToasts();
  toast.success('Login successful!');
  keepToasts();
  render(<ToastHost />);
  expect(screen.queryByText('Login successful!')).toBeNull();
  act(() => startKeepingToasts());
  expect(screen.getAllByText('Login successful!')).toHaveLength(1);
  expect(sessionStorage.length).toBe(0);
});

test.each(['not JSON', '{}', '[{"kind":"script","message":"x"},{"kind":"info"}]'])(
  'kept messages that are invalid (%s) are ignored',
  (kept) => {
    sessionStorage.setItem('kept-toasts', kept);
    render(<ToastHost />);
    act(() => startKeepingToasts());
    expect(screen.queryByRole('status')).toBeNull();
  },
);
