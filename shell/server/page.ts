import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { remoteOfPath } from '../src/remote-paths.js';
import type { Registry } from './registry.js';

const PLACE = /(<script type="application\/json" id="registry">)[^<]*(<\/script>)/;

/** The page's HTML with the registry written into it, so that no request for it stands before the first remote. */
export function pageWith(html: string, registry: Registry, path: string): string {
  const remote: RemoteName | undefined = remoteOfPath(path);
  const entry = remote && registry.remotes[remote]?.entry;
  // A failed preload would poison the first retry; a prefetch does not.
  const hint = remote && entry ? `<link rel="prefetch" as="script" href="${entry}" data-remote="${remotes[remote].slice}">` : '';
  const data = JSON.stringify(registry).replaceAll('<', '\\u003c');
  return html.replace(PLACE, (_match, open: string, close: string) => `${open}${data}${close}`).replace('</head>', () => `${hint}</head>`);
}
