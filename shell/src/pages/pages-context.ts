import { createContext, useContext, useMemo } from 'react';
import { listPages, menuOf, type Registry, type ShopPage } from './pages.js';

export const PagesContext = createContext<readonly ShopPage[]>(listPages({}));

export const usePages = (): readonly ShopPage[] => useContext(PagesContext);

export function useMenu(): { to: string; label: string }[] {
  const pages = usePages();
  return useMemo(() => menuOf(pages), [pages]);
}

/** Set by `server/app.ts`. */
export const isDesignOpen = () =>
  typeof document !== 'undefined' && document.head.querySelector('meta[name="design"]') !== null;

/** Returns undefined in development. */
export function readEmbeddedPages(): readonly ShopPage[] | undefined {
  const { remotes } = JSON.parse(document.getElementById('registry')?.textContent ?? '{}') as Partial<Registry>;
  return remotes && listPages(remotes);
}

export async function fetchPages(signal?: AbortSignal): Promise<readonly ShopPage[]> {
  const response = await fetch('/registry.json', { cache: 'no-store', signal });
  return listPages(response.ok ? ((await response.json()) as Registry).remotes : {});
}
