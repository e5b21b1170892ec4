import type { ShopPages } from '@rangavalli/contracts/entities/browser-report';
import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { listPages } from '../src/pages/pages.js';
import type { HostedRelease, HostedReleases } from './releases/registry-reader.js';

/** Returns the pages and releases that browsers may report about: live ones and canaries. */
export function shopPages(hosted: HostedReleases, version: string | undefined): ShopPages {
  const releases: ShopPages['releases'] = { shell: version === undefined ? [] : [version] };
  const paths = new Map<string, ShopPages['pages'][number]>();
  const add = (list: ReturnType<typeof listPages>) => {
    for (const { path, remote } of list)
      if (!paths.has(path)) paths.set(path, { path, slice: remote ? remotes[remote].slice : 'shell' });
  };
  add(listPages(hosted));
  for (const [remote, { version: live, canary, versions }] of Object.entries(hosted) as [RemoteName, HostedRelease][]) {
    releases[remotes[remote].slice] = canary ? [live, canary.version] : [live];
    if (canary) add(listPages({ [remote]: versions[canary.version] }));
  }
  return { pages: [...paths.values()], releases };
}
