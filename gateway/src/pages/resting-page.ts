import { brand } from '@rangavalli/contracts/brand';

/**
 * What a visitor sees when the shop's front can't be reached: complete in itself, because nothing else can
 * be loaded then. The link with an empty address asks for the same page again.
 */
export const restingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${brand.name}: back in a moment</title>
<style>
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#FBF7F0;color:#221B1E;font:1.0625rem/1.6 Mukta,system-ui,sans-serif}
main{max-width:30rem;padding:2rem;text-align:center}
h1{font:600 2.25rem/1.15 Fraunces,Georgia,serif;color:#8C1C2E;margin:0 0 1rem}
hr{border:0;height:3px;width:6rem;margin:1.5rem auto;background:linear-gradient(90deg,transparent,#B98A2F,transparent)}
a{display:inline-block;padding:.75rem 1.75rem;background:#8C1C2E;color:#fff;text-decoration:none;min-height:1.25rem}
a:focus-visible{outline:3px solid #0F5A5E;outline-offset:3px}
</style>
</head>
<body>
<main>
<h1>${brand.name}</h1>
<p>The shop is being set right and opens again in a moment. Your cart and your orders are safe.</p>
<hr>
<p><a href="">Try again</a></p>
</main>
</body>
</html>
`;
