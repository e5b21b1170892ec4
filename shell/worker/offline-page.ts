import { brand } from '@rangavalli/contracts/brand';

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="${brand.themeColour}">
<title>You are offline · ${brand.name}</title>
<style>
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#FBF7F0;color:#221B1E;
  font:1.0625rem/1.6 Mukta,system-ui,sans-serif}
main{max-width:30rem;padding:2rem;text-align:center}
h1{font:600 2.25rem/1.15 Fraunces,Georgia,serif;color:#8C1C2E;margin:0 0 1rem}
hr{border:0;height:3px;width:6rem;margin:1.5rem auto;background:linear-gradient(90deg,transparent,#B98A2F,transparent)}
a{display:inline-block;margin:.25rem;padding:.75rem 1.75rem;background:#8C1C2E;color:#fff;
  text-decoration:none;min-height:1.25rem}
a+a{background:none;color:#8C1C2E;text-decoration:underline}
a:focus-visible{outline:3px solid #0F5A5E;outline-offset:3px}
</style>
</head>
<body>
<main>
<h1>You are offline</h1>
<p>This page is not available offline. Check your connection and try again.
Pages that you have viewed are still available.</p>
<hr>
<p><a href="">Try again</a> <a href="/">Go to Home</a></p>
</main>
</body>
</html>
`;

export const offlinePage = (): Response =>
  new Response(html, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
