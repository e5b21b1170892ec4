import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { Page } from '../layout/Page.js';
import { RowsSkeleton } from '../layout/RowsSkeleton.js';
import { FilterBar } from '../listing/FilterBar.js';
import { Pager } from '../listing/Pager.js';
import { pageOf } from '../listing/paging.js';
import { useListAddress } from '../listing/use-list-address.js';
import { saveProductsFile } from './csv/product-csv.js';
import { ImportDialog } from './csv/ImportDialog.js';
import { DeleteDialog } from './DeleteDialog.js';
import { categories } from './product-choices.js';
import { viewOf } from './product-list.js';
import { ProductsTable } from './ProductsTable.js';

const PAGE_SIZE = 20;

/** All products with their stock; add, edit, delete, import and export (specification §2 "Admin area", §8). */
export function ProductsPage() {
  const { data, error, reload } = useQuery('products', (signal) => call('GET /products/getAll', {}, { signal }));
  // What was changed here since the list was loaded; undefined: deleted.
  const [changed, setChanged] = useState<ReadonlyMap<string, Product | undefined>>(new Map());
  const [deleting, setDeleting] = useState<Product>();
  const [importing, setImporting] = useState(false);
  const address = useListAddress();

  const products = data?.products
    .map((product) => (changed.has(product._id) ? changed.get(product._id) : product))
    .filter((product) => product !== undefined);
  const change = (id: string, product?: Product) => setChanged((old) => new Map(old).set(id, product));
  const startAgain = () => {
    setChanged(new Map());
    reload();
  };
  const found = viewOf(products ?? [], {
    search: address.of('q'),
    category: address.of('category'),
    stock: address.of('stock'),
    sort: address.of('sort'),
  });
  const list = pageOf(found, address.page, PAGE_SIZE);
  return (
    <Page
      title="Products"
      actions={
        <>
          <Button look="secondary" disabled={!products} onClick={() => setImporting(true)}>
            Import CSV
          </Button>
          <Button look="secondary" disabled={found.length === 0} onClick={() => saveProductsFile(found)}>
            Export CSV
          </Button>
          <ButtonLink to="/admin/products/add">Add Product</ButtonLink>
        </>
      }
    >
      {error && !data && <ErrorState title="The products could not be loaded." error={error} onRetry={reload} />}
      {!error && !data && <RowsSkeleton what="products" filters rows={8} height="4.75rem" />}
      {products?.length === 0 && (
        <EmptyState title="No products found." text="Add the first one here, or bring many in from a CSV file.">
          <ButtonLink to="/admin/products/add">Add Product</ButtonLink>
        </EmptyState>
      )}
      {products && products.length > 0 && (
        <>
          <FilterBar address={address} what="products" search="Search by name, tag, weave or id" found={found.length}>
            <Select
              label="Category"
              value={address.of('category')}
              onChange={(event) => address.set({ category: event.target.value })}
            >
              <option value="">All</option>
              {categories.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
            <Select
              label="Stock"
              value={address.of('stock')}
              onChange={(event) => address.set({ stock: event.target.value })}
            >
              <option value="">All</option>
              <option value="in">In stock</option>
              <option value="low">Low (below 5)</option>
              <option value="out">Out of stock</option>
              <option value="size">A size sold out</option>
            </Select>
            <Select
              label="Sort by"
              value={address.of('sort')}
              onChange={(event) => address.set({ sort: event.target.value })}
            >
              <option value="">Newest</option>
              <option value="name">Name</option>
              <option value="price">Price, low to high</option>
              <option value="-price">Price, high to low</option>
              <option value="stock">Stock, low to high</option>
              <option value="-stock">Stock, high to low</option>
            </Select>
          </FilterBar>
          {found.length === 0 && <EmptyState title="No products found." text="Nothing fits these filters." />}
          {found.length > 0 && (
            <>
              <ProductsTable
                products={list.rows}
                onChanged={(product) => change(product._id, product)}
                onStale={startAgain}
                onDelete={setDeleting}
              />
              <Pager list={list} what="products" onPage={address.goTo} />
            </>
          )}
        </>
      )}
      <DeleteDialog product={deleting} onClose={() => setDeleting(undefined)} onDeleted={({ _id }) => change(_id)} />
      {products && (
        <ImportDialog
          open={importing}
          products={products}
          onClose={() => setImporting(false)}
          onImported={startAgain}
        />
      )}
    </Page>
  );
}
