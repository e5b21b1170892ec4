import { Route, Routes } from '@rangavalli/web-kit/federation/router';
import { CollectionPage } from '../collections/CollectionPage.js';
import { collections } from '../collections/collections.js';
import { SearchPage } from '../search/SearchPage.js';

/** The pages that list products, in a file of their own: product pages do without it. */
export function Listing() {
  return (
    <Routes>
      {collections.map((collection) => (
        <Route
          key={collection.path}
          path={collection.path}
          element={<CollectionPage key={collection.path} collection={collection} />}
        />
      ))}
      <Route path="/search" element={<SearchPage />} />
    </Routes>
  );
}
