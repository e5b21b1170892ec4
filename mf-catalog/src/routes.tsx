import { Route, Routes } from '@rangavalli/web-kit/federation/router';
import { collections } from './collections/collections.js';
import { CollectionPage } from './collections/CollectionPage.js';
import { ProductPage } from './product/ProductPage.js';
import { SearchPage } from './search/SearchPage.js';

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
    </Routes>
  );
}
