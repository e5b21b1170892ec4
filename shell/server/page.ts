import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { headOfPath } from '../src/page-heads.js';
import { remoteOfPath } from '../src/remote-paths.js';
import { headTags, type ServedHead } from './head.js';
import type { ProductList } from './products.js';
import type { Registry } from './registry.js';

const PLACE = /(<script type="application\/json" id="registry">)[^<]*(<\/script>)/;
/** The picture of pages that have none of their own, and how wide it is asked for, pixels. */
const SHOP_PICTURE = '/media/rangavalli/image/upload/f_jpg,q_auto,w_1200/rangavalli/home/hero-1-desktop';
const PRODUCT_PATH = /^\/product\/([0-9a-f]{24})\/?$/;

/** What the page at `path` tells those who run no script: a product's name and picture, else what its path says. */
export async function servedHead(path: string, origin: string, products: ProductList): Promise<ServedHead> {
  const head: ServedHead = { ...headOfPath(path), address: origin + (path === '/' ? path : path.replace(/\/+$/, '')), image: origin + SHOP_PICTURE };
  const id = PRODUCT_PATH.exec(path)?.[1];
  const product = id ? await products.find(id) : undefined;
  if (!product) return head;
  const [picture] = product.images;
  const image = picture && new URL(picture.url.replace('/image/upload/', '/image/upload/f_jpg,q_auto,w_1200/'), origin).href;
  const description = product.description.replaceAll(/\s+/g, ' ').slice(0, 155);
  return { ...head, title: product.name, description, type: 'product', image: image ?? head.image };
}

/** The page's HTML with the registry written into it, so that no request for it stands before the first remote, and its head. */
export function pageWith(html: string, registry: Registry, path: string, head: ServedHead): string {
  const remote: RemoteName | undefined = remoteOfPath(path);
  const entry = remote && registry.remotes[remote]?.entry;
  // A failed preload would poison the first retry; a prefetch does not.
  const hint = remote && entry ? `<link rel="prefetch" as="script" href="${entry}" data-remote="${remotes[remote].slice}">` : '';
  const data = JSON.stringify(registry).replaceAll('<', '\\u003c');
  return html
    .replace(PLACE, (_match, open: string, close: string) => `${open}${data}${close}`)
    .replace(/<title>[^<]*<\/title>/, () => headTags(head))
    .replace('</head>', () => `${hint}</head>`);
}
