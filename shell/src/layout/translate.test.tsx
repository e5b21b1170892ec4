import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { Translate } from './Translate.js';
import { TRANSLATE_TIMEOUT_MS } from './translate-widget.js';

const options: unknown[] = [];
/** Replaces Google's script: renders the language list. */
class TranslateElement {
  constructor(given: unknown, place: string) {
    options.push(given);
    const list = document.createElement('select');
    list.setAttribute('aria-label', 'Language Translate Widget');
    document.getElementById(place)?.append(list);
  }
}
const page = window as unknown as { google?: unknown; rangavalliTranslateReady: () => void };
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src^="https://translate.google.com/"]')];
const arrive = () =>
  act(async () => {
    page.google = { translate: { TranslateElement } };
    page.rangavalliTranslateReady();
  });

afterEach(() => jest.useRealTimers());

const show = () =>
  render(
    <BrowserRouter>
      <Translate />
    </BrowserRouter>,
  );
/** Clicks, and waits for the widget's file. */
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await import('./translate-widget.js');
  });
const open = () => press('Translate this page');

// In this order: the script stays loaded for the later tests.
test('a blocked script shows an error with a retry and a link to a new tab', async () => {
  show();
  await open();
  await act(async () => {
    scripts()[0]?.dispatchEvent(new Event('error'));
  });
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  const link = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Translate in a new tab' }).href);
  expect([link.origin, link.searchParams.get('sl'), link.searchParams.get('tl'), link.searchParams.get('u')]).toEqual([
    'https://translate.google.com',
    'en',
    'hi',
    window.location.href,
  ]);
  await press('Try again');
  expect(scripts()).toHaveLength(1);
  expect(screen.getByRole('status')).toBeTruthy();
  await act(async () => {
    scripts()[0]?.dispatchEvent(new Event('error'));
  });
});

test('a script that does not respond fails after ten seconds', async () => {
  jest.useFakeTimers();
  show();
  await open();
  await act(() => jest.advanceTimersByTimeAsync(TRANSLATE_TIMEOUT_MS - 1));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(TRANSLATE_TIMEOUT_MS).toBe(10_000);
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(scripts()).toHaveLength(0);
});

test('the script is loaded once, when the visitor opens it, from English to Indian languages', async () => {
  const { unmount } = show();
  expect(scripts()).toHaveLength(0);
  await open();
  expect(screen.getByRole('status').textContent).toContain('Loading the translator');
  expect(scripts().map(({ src }) => src)).toEqual([
    'https://translate.google.com/translate_a/element.js?cb=rangavalliTranslateReady',
  ]);
  await arrive();
  expect(screen.getByRole('combobox')).toBeTruthy();
  expect(options).toEqual([
    { pageLanguage: 'en', includedLanguages: 'hi,te,ta,kn,ml,mr,bn,gu,pa,or,as,ur', autoDisplay: false },
  ]);
  // A footer that is mounted again has it at once.
  unmount();
  await act(async () => {
    show();
    await import('./translate-widget.js');
  });
  expect(screen.getByRole('combobox')).toBeTruthy();
  expect(scripts()).toHaveLength(1);
});

test('React survives text nodes that the translator has replaced', async () => {
  await act(async () => {
    show();
    await import('./translate-widget.js');
  });
  expect(screen.getByRole('combobox')).toBeTruthy();
  const { rerender, container } = render(
    <p>
      {'Namaste'}
      {' there'}
    </p>,
  );
  const text = container.querySelector('p')?.firstChild;
  const font = document.createElement('font');
  text?.replaceWith(font);
  expect(() =>
    rerender(
      <p>
        {null}
        {' there'}
      </p>,
    ),
  ).not.toThrow();
});
