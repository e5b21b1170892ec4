import { act, render, screen, within } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { Footer } from './Footer.js';
import { REVEAL_AT } from './visits.js';

type Seen = Pick<IntersectionObserverEntry, 'intersectionRatio' | 'intersectionRect'>;
let see: (seen: Seen) => void;

beforeEach(() => {
  localStorage.clear();
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      see = (seen) => act(() => callback([seen as IntersectionObserverEntry], this as unknown as IntersectionObserver));
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  render(
    <BrowserRouter>
      <Footer />
    </BrowserRouter>,
  );
});

const content = () => document.querySelector('[data-shown]')?.getAttribute('data-shown');
const seen = (ratio: number, height: number): Seen => ({
  intersectionRatio: ratio,
  intersectionRect: { height } as DOMRectReadOnly,
});

test('appears once a fifth of it is in view, and disappears again', () => {
  expect(REVEAL_AT).toBe(0.2);
  see(seen(0.19, 100));
  expect(content()).toBe('false');
  see(seen(0.2, 110));
  expect(content()).toBe('true');
  see(seen(0, 0));
  expect(content()).toBe('false');
});

test('appears although it is taller than the viewport', () => {
  see(seen(0.1, window.innerHeight / 2));
  expect(content()).toBe('true');
});

test('has every documented link', () => {
  const hrefs = (name: string) =>
    within(screen.getByRole('navigation', { name }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(
    [...hrefs('Quick Links'), ...hrefs('Policies')].toSorted((a, b) => String(a).localeCompare(String(b))),
  ).toEqual(
    [
      '/',
      '/customised-sarees',
      '/handloom-saree',
      '/pattu-saree',
      '/contact',
      '/contact',
      '/about',
      '/offers',
      '/tnc',
      '/refund',
      '/privacy',
      '/shipping',
    ].toSorted((a, b) => a.localeCompare(b)),
  );
  expect(
    within(screen.getByRole('navigation', { name: 'Trending Collections' }))
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
  ).toEqual(
    [
      'Kanchipuram Pattu',
      'Banarasi Silk',
      'Chanderi Cotton',
      'Paithani Weaves',
      'Kalamkari Prints',
      'Ikat Elegance',
      'Patola Splendor',
      'Organza Drapes',
      'Tussar Classics',
    ].map((name) => `${name} /trending`),
  );
  for (const name of [
    'Web Mail',
    'Find us on the map',
    'X',
    'Pinterest',
    'LinkedIn',
    'YouTube',
    'Instagram',
    'Facebook',
  ]) {
    expect(screen.getByRole('link', { name }).getAttribute('target')).toBe('_blank');
  }
  expect(screen.getByText(/500092/)).toBeTruthy();
  expect(screen.getByText(new RegExp(`© ${new Date().getFullYear()}`))).toBeTruthy();
});

test('the visitor counter grows from 8798', () => {
  expect(screen.getByText('Visitors: 8,799')).toBeTruthy();
});
