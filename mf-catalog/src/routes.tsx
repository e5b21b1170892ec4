import { Route, Routes } from '@rangavalli/web-kit/federation/router';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { collections } from './collections/collections.js';
import { CollectionPage } from './collections/CollectionPage.js';
import { ProductPage } from './product/ProductPage.js';
import { messages } from './products/messages.js';
import { SearchPage } from './search/SearchPage.js';

/** Opened by links in emails only. */
const stockAlertPage = (action: 'confirm' | 'cancel') => (
  <LazyPart
    key={action}
    id="mf-catalog/stock-alert"
    load={async () => (await import('./stock-alert/StockAlertPage.js')).StockAlertPage}
    props={{ action }}
    loading={<Skeleton height="20rem" />}
    failed={messages.pageFailed}
  />
);

export default function CatalogRoutes() {
  return (
    <Routes>
      {collections.map((collection) => (
        <Route
          key={collection.path}
          path={collection.path}
          element={<CollectionPage key={collection.path} collection={collection} />}
        />
      ))}
      <Route path="/product/:id" element={<ProductPage />} />
      <Route path="/search" element={<SearchPage />} />
      <Route path="/stock-alert/confirm" element={stockAlertPage('confirm')} />
      <Route path="/stock-alert/cancel" element={stockAlertPage('cancel')} />
    </Routes>
  );
}
