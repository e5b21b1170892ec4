import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, Link, useLocation } from '@rangavalli/web-kit/federation/router';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { ToastHost } from '@rangavalli/web-kit/ui/ToastHost';
import { Translate } from '../layout/Translate.js';
import { PagesContext } from '../pages/pages-context.js';
import { keepToasts, startKeepingToasts } from './kept-toasts.js';
import { startZoneDocuments } from './zone.js';

const pages = [
  { path: '/all', title: 'All' },
  { path: '/checkout', title: 'Checkout', zone: 'checkout' as const },
  { path: '/payment-success', title: 'Your order', zone: 'checkout' as const },
  { path: '/login', title: 'Login', zone: 'account' as const },
];
const load = jest.fn();
let stop = () => {};

const State = () => <p>{JSON.stringify(useLocation().state)}</p>;
const open = (path: string) => {
  window.history.replaceState({}, '', path);
  stop = startZoneDocuments(pages, load);
  return render(
    <PagesContext value={pages}>
      <BrowserRouter>
        {['/all', '/checkout', '/payment-success', '/login'].map((to) => (
          <Link key={to} to={to} state={{ from: path }}>
            {to}
          </Link>
        ))}
        <State />
        <Translate />
      </BrowserRouter>
    </PagesContext>,
  );
};
const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

beforeEach(() => {
  load.mockClear();
  sessionStorage.clear();
});
afterEach(() => stop());

test('within a zone the document stays', () => {
  open('/checkout');
  follow('/payment-success');
  expect(window.location.pathname).toBe('/payment-success');
  expect(screen.getByText('{"from":"/checkout"}')).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
});

test('a page of another zone is a document of its own, whose address is not shown before', () => {
  open('/all');
  follow('/checkout');
  expect(load.mock.calls).toEqual([['http://localhost/checkout', false]]);
  expect(window.location.pathname).toBe('/all');
  window.history.replaceState({}, '', '/login?next=%2Fcheckout');
  expect(load.mock.lastCall).toEqual(['http://localhost/login?next=%2Fcheckout', true]);
});

test('the document of another zone gets the state of the navigation, once', () => {
  const { unmount } = open('/all');
  follow('/checkout');
  unmount();
  stop();
  open('/checkout');
  expect(screen.getByText('{"from":"/all"}')).toBeTruthy();
  expect(sessionStorage.length).toBe(0);
});

test('a page that the browser kept in its history refreshes the session and the cart', () => {
  open('/all');
  const seen: string[] = [];
  for (const name of ['authChange', 'checkout:cart-changed'])
    window.addEventListener(name, () => seen.push(name), { once: true });
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(seen).toEqual([]);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(seen).toEqual(['authChange', 'checkout:cart-changed']);
});

test('the translator is on public pages only', () => {
  open('/all');
  expect(screen.queryByRole('button', { name: 'Translate this page' })).not.toBeNull();
  stop();
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
