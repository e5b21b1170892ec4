import { Route, Routes } from '@rangavalli/web-kit/federation/router';
import { LazyPart, preloadPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './products/messages.js';

// The shell's server renders these two and finds their files by the chunk names, listed in `remote.json`.
const loadProduct = async () =>
  (await import(/* webpackChunkName: "Product" */ './product/ProductPage.js')).ProductPage;
const loadListing = async () => (await import(/* webpackChunkName: "Listing" */ './listing/Listing.js')).Listing;

const PRODUCT = 'mf_catalog/Product';
const LISTING = 'mf_catalog/Listing';

/** Called by the shell for a link that is about to be opened. */
export const preload = (path: string): Promise<void> =>
  path.startsWith('/product/') ? preloadPart(PRODUCT, loadProduct) : preloadPart(LISTING, loadListing);

/** Each has a key: React would keep the state of another one in its place. */
const loaded = { loading: <Skeleton height="70vh" />, failed: messages.pageFailed };
const product = <LazyPart key="product" id={PRODUCT} load={loadProduct} props={{}} {...loaded} />;
const listing = <LazyPart key="listing" id={LISTING} load={loadListing} props={{}} {...loaded} />;

/** Opened by links in emails only. */
const stockAlertPage = (action: 'confirm' | 'cancel') => (
  <LazyPart
    key={action}
    id="mf-catalog/stock-alert"
    load={async () => (await import('./stock-alert/StockAlertPage.js')).StockAlertPage}
    props={{ action }}
    {...loaded}
  />
);

export default function CatalogRoutes() {
  return (
    <Routes>
      <Route path="/product/:id" element={product} />
      <Route path="/stock-alert/confirm" element={stockAlertPage('confirm')} />
      <Route path="/stock-alert/cancel" element={stockAlertPage('cancel')} />
      <Route path="*" element={listing} />
    </Routes>
  );
}
