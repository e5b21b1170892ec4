import type { RemoteName } from '@rangavalli/contracts/fragments';
import type { PageDefinition } from '@rangavalli/contracts/pages';
import { messages } from './messages.js';

export type BrowserPage = Pick<PageDefinition, 'path' | 'title' | 'hidden' | 'prerender' | 'menu' | 'layout' | 'zone'>;

/** Embedded in every page and served as `/registry.json`. */
export interface Registry {
  remotes: Partial<Record<RemoteName, BrowserRelease>>;
}

interface BrowserRelease {
  version: string;
  entry: string;
  /** Of the entry, which has those of the other files. */
  integrity?: string;
  pages: readonly BrowserPage[];
}

/** `remote` is undefined for a page of the shell. */
export type ShopPage<Page extends BrowserPage = BrowserPage> = Page & { remote?: RemoteName };

export const DESIGN_PATH = '/design';

const ownPages: readonly PageDefinition[] = [
  { path: '/', title: '', prerender: true, sitemap: true },
  { path: '/trending', title: 'Trending Collections', sitemap: true },
  { path: '/about', title: 'About Us', sitemap: true },
  { path: '/contact', title: 'Contact Us', sitemap: true },
  { path: '/tnc', title: 'Terms and Conditions', sitemap: true },
  { path: '/refund', title: 'Cancellation and Refund', sitemap: true },
  { path: '/shipping', title: 'Shipping Delivery', sitemap: true },
  { path: '/privacy', title: 'Privacy Policy', sitemap: true },
  { path: DESIGN_PATH, title: 'Design', hidden: true },
];

/** On equal paths the shell's page wins, then that of the remote whose name comes first. */
export function listPages<Page extends BrowserPage>(
  releases: Readonly<Record<string, { pages: readonly Page[] } | undefined>>,
): ShopPage<Page | PageDefinition>[] {
  const remotes = Object.keys(releases).toSorted() as RemoteName[];
  const remotePages = remotes.flatMap((remote) => (releases[remote]?.pages ?? []).map((page) => ({ ...page, remote })));
  return [...ownPages, ...remotePages];
}

/** The same first HTML for all visitors: the service worker may cache it. */
export const isPublicPage = ({ remote, prerender, hidden }: ShopPage) =>
  remote ? prerender === true : hidden !== true;

export const headOf = <Page extends BrowserPage>(page: Page | undefined): Page | { title: string; hidden: true } =>
  page ?? { title: messages.notFound, hidden: true };

export const menuOf = (pages: readonly BrowserPage[]): { to: string; label: string }[] =>
  pages
    .flatMap(({ path, menu }) => (menu ? [{ to: path, ...menu }] : []))
    .toSorted((one, other) => one.order - other.order)
    .map(({ to, label }) => ({ to, label }));
