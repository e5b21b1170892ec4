import { brand } from '@rangavalli/contracts/brand';
import { standalonePage } from '@rangavalli/contracts/standalone-page';

const html = standalonePage(
  `You are offline · ${brand.name}`,
  `<h1>You are offline</h1>
<p>This page is not available offline. Check your connection and try again.
Pages that you have viewed are still available.</p>
<hr>
<p><a href="">Try again</a> <a href="/">Go to Home</a></p>
`,
  { style: 'a{margin:.25rem}\na+a{background:none;color:#8C1C2E;text-decoration:underline}\n' },
);

export const offlinePage = () =>
  new Response(html, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
