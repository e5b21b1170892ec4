import { Route, Routes } from '@rangavalli/web-kit/federation/router';
import { collections } from './collections/collections.js';
import { CollectionPage } from './collections/CollectionPage.js';
import { ProductPage } from './product/ProductPage.js';
import { SearchPage } from './search/SearchPage.js';
import { StockAlertPage } from './stock-alert/StockAlertPage.js';

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
      <Route path="/stock-alert/confirm" element={<StockAlertPage action="confirm" />} />
      <Route path="/stock-alert/cancel" element={<StockAlertPage key="cancel" action="cancel" />} />
    </Routes>
  );
}
