import type { RemoteName } from '@rangavalli/contracts/fragments';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import type { PageDefinition } from '@rangavalli/contracts/pages';
import { messages } from './messages.js';

/** The part of a page definition that browsers need. */
export type BrowserPage = Pick<PageDefinition, 'path' | 'title' | 'hidden' | 'prerender' | 'menu' | 'layout'>;

/** The releases that a visitor gets, embedded in every page and served as `/registry.json`. */
export interface Registry {
  remotes: Partial<Record<RemoteName, { version: string; entry: string; pages: readonly BrowserPage[] }>>;
}

/** A page of the shop. `remote`: the remote that shows it; undefined for a page of the shell. */
export type ShopPage<Page extends BrowserPage = BrowserPage> = Page & { remote?: RemoteName };

/** All UI components in all their states; not served in production. */
export const DESIGN_PATH = '/design';

export const ownPages: readonly PageDefinition[] = [
  { path: '/', title: '', description: messages.home, prerender: true, sitemap: true },
  { path: '/trending', title: 'Trending Collections', description: messages.trending, sitemap: true },
  { path: '/about', title: 'About Us', description: messages.about, sitemap: true },
  { path: '/contact', title: 'Contact Us', description: messages.contact, sitemap: true },
  { path: '/tnc', title: 'Terms and Conditions', description: messages.terms, sitemap: true },
  { path: '/refund', title: 'Cancellation and Refund', description: messages.refund, sitemap: true },
  { path: '/shipping', title: 'Shipping Delivery', description: messages.shipping, sitemap: true },
  { path: '/privacy', title: 'Privacy Policy', description: messages.privacy, sitemap: true },
  { path: DESIGN_PATH, title: 'Design', hidden: true },
];

/** Returns the shell's pages and those of the given releases. On equal paths the shell's page wins. */
export function listPages<Page extends BrowserPage>(
  releases: Readonly<Record<string, { pages: readonly Page[] } | undefined>>,
): ShopPage<Page | PageDefinition>[] {
  const remotePages = Object.entries(releases).flatMap(([remote, release]) =>
    (release?.pages ?? []).map((page) => ({ ...page, remote: remote as RemoteName })),
  );
  return [...ownPages, ...remotePages];
}

export const findPage = <Page extends BrowserPage>(pages: readonly Page[], path: string): Page | undefined =>
  matchPage(pages, path);

/** Whether the first HTML of a page is the same for all visitors, so that the service worker may cache it. */
export const isPublicPage = ({ remote, prerender, hidden }: ShopPage): boolean =>
  remote ? prerender === true : hidden !== true;

/** Returns the head of a page until the page itself has loaded more. */
export const headOf = <Page extends BrowserPage>(page: Page | undefined): Page | { title: string; hidden: true } =>
  page ?? { title: messages.notFound, hidden: true };

export const menuOf = (pages: readonly BrowserPage[]): { to: string; label: string }[] =>
  pages
    .flatMap(({ path, menu }) => (menu ? [{ to: path, ...menu }] : []))
    .toSorted((one, other) => one.order - other.order)
    .map(({ to, label }) => ({ to, label }));
