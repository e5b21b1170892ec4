import { expect, test, type Page } from '@playwright/test';
import { watchConsole } from '../support/screens.js';

const GOOGLE = /^https:\/\/[^/]*(google|gstatic|googleapis)\.com\//;
const SCRIPT = /^https:\/\/translate\.google\.com\/translate_a\/element\.js/;
const footer = (page: Page) => page.getByRole('contentinfo');
const openTranslator = async (page: Page) => {
  const button = footer(page).getByRole('button', { name: 'Translate this page' });
  await button.scrollIntoViewIfNeeded();
  await button.click();
};

/** Loads code and style from other hosts and then shows the languages, as Google's script does. */
const element = `
  const add = (tag, attributes) => new Promise((resolve) =>
    document.head.append(Object.assign(document.createElement(tag), attributes, { onload: resolve })));
  globalThis.google = { translate: { TranslateElement: class {
    constructor({ pageLanguage, includedLanguages }, place) {
      const list = document.createElement('select');
      list.className = 'goog-te-combo';
      list.ariaLabel = 'Language Translate Widget';
      for (const language of ['', ...includedLanguages.split(',')])
        list.append(new Option(language || 'Select Language, from ' + pageLanguage, language));
      document.getElementById(place).append(list);
      fetch('https://translate-pa.googleapis.com/v1/translateHtml');
    }
  } } };
  Promise.all([
    add('script', { src: 'https://translate.googleapis.com/_/translate_http/_/js/main.js' }),
    add('script', { src: 'https://translate-pa.googleapis.com/v1/supportedLanguages' }),
    add('link', { rel: 'stylesheet', href: 'https://www.gstatic.com/_/translate_http/_/ss/main.css' }),
    add('img', { src: 'https://www.gstatic.com/images/branding/product/1x/translate_24dp.png' }),
  ]).then(() => {
    const { src } = [...document.scripts].find((script) => script.src.includes('element.js'));
    globalThis[new URL(src).searchParams.get('cb')]();
  });
`;
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Responds in place of Google's hosts. @returns the requested URLs */
async function stubGoogle(page: Page): Promise<string[]> {
  const requested: string[] = [];
  await page.route(GOOGLE, (route) => {
    const url = route.request().url();
    requested.push(url);
    if (SCRIPT.test(url)) return route.fulfill({ contentType: 'text/javascript', body: element });
    if (url.endsWith('.css'))
      return route.fulfill({ contentType: 'text/css', body: '.goog-te-combo { margin: 4px 0 }' });
    if (url.endsWith('.png')) return route.fulfill({ contentType: 'image/png', body: DOT });
    return route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: '' });
  });
  return requested;
}

test('the translator loads once, on request only, and the content security policy allows it', async ({ page }) => {
  const consoleIsClean = watchConsole(page);
  const requested = await stubGoogle(page);
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);
  await openTranslator(page);
  const list = footer(page).getByRole('combobox', { name: 'Language Translate Widget' });
  await expect(list).toBeVisible();
  expect(await list.getByRole('option').allTextContents()).toEqual([
    'Select Language, from en',
    'hi',
    'te',
    'ta',
    'kn',
    'ml',
    'mr',
    'bn',
    'gu',
    'pa',
    'or',
    'as',
    'ur',
  ]);
  // It stays on the next page without loading again.
  await footer(page).getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(list).toBeVisible();
  await expect.poll(() => requested.filter((url) => url.includes('translateHtml')).length).toBe(1);
  expect(requested.filter((url) => SCRIPT.test(url))).toHaveLength(1);
  consoleIsClean();
});

test('a blocked translator shows an error with a retry and a link to a new tab', async ({ page }) => {
  // The browser reports the blocked URL.
  const consoleIsClean = watchConsole(page, [/ERR_FAILED.*translate\.google\.com/]);
  await page.route(GOOGLE, (route) => route.abort());
  await page.goto('/about');
  await openTranslator(page);
  const alert = footer(page).getByRole('alert');
  await expect(alert).toContainText('could not be loaded');
  await expect(alert.getByRole('link', { name: 'Translate in a new tab' })).toHaveAttribute(
    'href',
    /^https:\/\/translate\.google\.com\/translate\?sl=en&tl=hi&u=.*about$/,
  );
  await page.unroute(GOOGLE);
  await stubGoogle(page);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(footer(page).getByRole('combobox', { name: 'Language Translate Widget' })).toBeVisible();
  await expect(alert).toBeHidden();
  consoleIsClean();
});
