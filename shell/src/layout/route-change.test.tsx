import { useEffect, useRef } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, Link, Route, Routes } from '@rangavalli/web-kit/federation/router';
import { PagesContext } from '../pages/pages-context.js';
import { OfflineBanner } from './StoreLayout.js';
import { RouteChange } from './RouteChange.js';

const scrolled = jest.fn();

/** A form that focuses its field. */
function OwnField() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <input ref={field} aria-label="own field" />;
}

const pages = [{ path: '/pattu-saree', title: 'Pattu Sarees', remote: 'mf_catalog' as const }];

function renderPage(field = false) {
  window.history.pushState({}, '', '/');
  return render(
    <PagesContext value={pages}>
      <BrowserRouter>
        <RouteChange />
        <Link to="/pattu-saree">Pattu</Link>
        <main>
          <Routes>
            <Route path="/" element={<h1>Home</h1>} />
            <Route
              path="/pattu-saree"
              element={
                <>
                  {field && <OwnField />}
                  <h1>Pattu Sarees</h1>
                </>
              }
            />
          </Routes>
        </main>
      </BrowserRouter>
    </PagesContext>,
  );
}

beforeEach(() => {
  window.scrollTo = scrolled;
  scrolled.mockReset();
});
const followLink = async () => act(async () => void fireEvent.click(screen.getByText('Pattu')));

test('a new path scrolls to the top, focuses the heading and sets the head of its page definition', async () => {
  renderPage();
  expect(document.activeElement).toBe(document.body);
  expect(scrolled).not.toHaveBeenCalled();
  await followLink();
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  expect(document.activeElement?.textContent).toBe('Pattu Sarees');
  expect(document.title).toBe('Pattu Sarees · Rangavalli');
  expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(/\/pattu-saree$/);
});

test('the head of a server-rendered page stays until the path changes', async () => {
  document.head.innerHTML =
    '<title>Temple border pattu</title><link rel="canonical" href="https://shop.example/product/1">';
  renderPage();
  expect(document.title).toBe('Temple border pattu');
  await followLink();
  expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
    'https://shop.example/pattu-saree',
  );
});

test('a page that sets the focus itself keeps it', async () => {
  renderPage(true);
  await followLink();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('own field');
});

test('the offline banner follows the connection', () => {
  render(<OfflineBanner />);
  const go = (online: boolean) =>
    act(() => {
      Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });
      window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    });
  go(false);
  expect(screen.getByRole('status').textContent).toMatch(/You are offline/);
  go(true);
  expect(screen.getByRole('status').textContent).toBe('');
});
