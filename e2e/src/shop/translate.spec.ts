import { expect, test, type Page } from '@playwright/test';
import { watchConsole } from '../support/screens.js';

/** Google's hosts, as the browser asks for them; the shop's own pages ask for none before a visitor does. */
const GOOGLE = /^https:\/\/[^/]*(google|gstatic|googleapis)\.com\//;
const SCRIPT = /^https:\/\/translate\.google\.com\/translate_a\/element\.js/;
const footer = (page: Page) => page.getByRole('contentinfo');
const ask = async (page: Page) => {
  const button = footer(page).getByRole('button', { name: 'Translate this page' });
  await button.scrollIntoViewIfNeeded();
  await button.click();
};

/** As Google's script does it: code and style from its other hosts, then the list of languages. */
const element = `
  const add = (tag, attributes) => new Promise((resolve) => document.head.append(Object.assign(document.createElement(tag), attributes, { onload: resolve })));
  globalThis.google = { translate: { TranslateElement: class {
    constructor({ pageLanguage, includedLanguages }, place) {
      const list = document.createElement('select');
      list.className = 'goog-te-combo';
      list.ariaLabel = 'Language Translate Widget';
      for (const language of ['', ...includedLanguages.split(',')]) list.append(new Option(language || 'Select Language, from ' + pageLanguage, language));
      document.getElementById(place).append(list);
      fetch('https://translate-pa.googleapis.com/v1/translateHtml');
    }
  } } };
  Promise.all([
    add('script', { src: 'https://translate.googleapis.com/_/translate_http/_/js/main.js' }),
    add('script', { src: 'https://translate-pa.googleapis.com/v1/supportedLanguages' }),
    add('link', { rel: 'stylesheet', href: 'https://www.gstatic.com/_/translate_http/_/ss/main.css' }),
    add('img', { src: 'https://www.gstatic.com/images/branding/product/1x/translate_24dp.png' }),
  ]).then(() => globalThis[new URL(document.currentScript?.src ?? [...document.scripts].find(({ src }) => src.includes('element.js')).src).searchParams.get('cb')]());
`;
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Answers for all of Google's hosts; tells what they were asked for. */
async function standIn(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(GOOGLE, (route) => {
    const url = route.request().url();
    asked.push(url);
    if (SCRIPT.test(url)) return route.fulfill({ contentType: 'text/javascript', body: element });
    if (url.endsWith('.css'))
      return route.fulfill({ contentType: 'text/css', body: '.goog-te-combo { margin: 4px 0 }' });
    if (url.endsWith('.png')) return route.fulfill({ contentType: 'image/png', body: DOT });
    return route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: '' });
  });
  return asked;
}

test('the translator comes only when asked for, once, and the page’s policy lets it work', async ({ page }) => {
  const consoleIsClean = watchConsole(page);
  const asked = await standIn(page);
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await ask(page);
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
  // On the next page it is there still, and its script is not loaded again.
  await footer(page).getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(list).toBeVisible();
  await expect.poll(() => asked.filter((url) => url.includes('translateHtml')).length).toBe(1);
  expect(asked.filter((url) => SCRIPT.test(url))).toHaveLength(1);
  consoleIsClean();
});

test('where the translator is blocked the footer says so, with a retry and a new tab', async ({ page }) => {
  // The browser notes the address that it could not reach; nothing else may be there.
  const consoleIsClean = watchConsole(page, [/ERR_FAILED.*translate\.google\.com/]);
  await page.route(GOOGLE, (route) => route.abort());
  await page.goto('/about');
  await ask(page);
  const alert = footer(page).getByRole('alert');
  await expect(alert).toContainText('could not be loaded');
  await expect(alert.getByRole('link', { name: 'Translate in a new tab' })).toHaveAttribute(
    'href',
    /^https:\/\/translate\.google\.com\/translate\?sl=en&tl=hi&u=.*about$/,
  );
  await page.unroute(GOOGLE);
  await standIn(page);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(footer(page).getByRole('combobox', { name: 'Language Translate Widget' })).toBeVisible();
  await expect(alert).toBeHidden();
  consoleIsClean();
});
