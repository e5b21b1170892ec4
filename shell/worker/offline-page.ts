import { brand } from '@rangavalli/contracts/brand';
import { standalonePage } from '@rangavalli/contracts/standalone-page';

const DEFAULT_TEXT =
  'This page is not available offline. Check your connection and try again. Pages that you have viewed are still available.';
/** What is known about pages that are never stored. */
const texts: readonly [path: RegExp, text: string][] = [
  [/^\/cart$/, 'Your items are saved in your cart. Prices may have changed when you are back online.'],
  [
    /^\/(?:checkout|payment-success)$/,
    'Your items are saved in your cart. If you have just paid, do not pay again: if money was debited, you get your order or a full refund. Your orders are in My Orders when you are back online.',
  ],
  [/^\/user(?:\/|$)/, 'Your orders and your account are safe. You can see them when you are back online.'],
];

const render = (text: string) =>
  standalonePage(
    `You are offline · ${brand.name}`,
    `<h1>You are offline</h1>
<p>${text}</p>
<hr>
<p><a href="">Try again</a> <a href="/">Go to Home</a></p>
`,
    { style: 'a{margin:.25rem}\na+a{background:none;color:#8C1C2E;text-decoration:underline}\n' },
  );

/** Shown instead of a page that is not stored. */
export function offlinePage(url: string): Response {
  const { pathname } = new URL(url);
  const [, text] = texts.find(([path]) => path.test(pathname)) ?? [];
  return new Response(render(text ?? DEFAULT_TEXT), {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}
