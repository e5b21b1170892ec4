import { brand } from './brand.js';

/** Returns a page that needs no other file. An empty link in its `body` reloads it. */
export const standalonePage = (title: string, body: string, { head = '', style = '' } = {}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="${brand.themeColour}">
${head}<title>${title}</title>
<style>
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#FBF7F0;color:#221B1E;
  font:1.0625rem/1.6 Mukta,system-ui,sans-serif}
main{max-width:30rem;padding:2rem;text-align:center}
h1{font:600 2.25rem/1.15 Fraunces,Georgia,serif;color:#8C1C2E;margin:0 0 1rem}
hr{border:0;height:3px;width:6rem;margin:1.5rem auto;background:linear-gradient(90deg,transparent,#B98A2F,transparent)}
a{display:inline-block;padding:.75rem 1.75rem;background:#8C1C2E;color:#fff;text-decoration:none;min-height:1.25rem}
a:focus-visible{outline:3px solid #0F5A5E;outline-offset:3px}
${style}</style>
</head>
<body>
<main>
${body}</main>
</body>
</html>
`;
