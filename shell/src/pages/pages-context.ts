import { createContext, useContext, useMemo } from 'react';
import { findPage, listPages, menuOf, type Registry, type ShopPage } from './pages.js';

/** The pages of the registry that is embedded in the document. */
export const PagesContext = createContext<readonly ShopPage[]>(listPages({}));

export const usePages = (): readonly ShopPage[] => useContext(PagesContext);

export function useMenu(): { to: string; label: string }[] {
  const pages = usePages();
  return useMemo(() => menuOf(pages), [pages]);
}

export function readEmbeddedPages(): readonly ShopPage[] {
  const registry = JSON.parse(document.getElementById('registry')?.textContent ?? '{}') as Partial<Registry>;
  return listPages(registry.remotes ?? {});
}

/** Returns whether a release since this document was loaded shows the path. */
export async function isNewlyReleased(path: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch('/registry.json', { cache: 'no-store', signal });
  return response.ok && findPage(listPages(((await response.json()) as Registry).remotes), path) !== undefined;
}
