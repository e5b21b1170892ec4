import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '../layout/Page.js';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { pageOf } from '../listing/paging.js';
import { useListParams } from '../listing/use-list-params.js';
import { ImportDialog } from './csv/ImportDialog.js';
import { downloadProductsCsv } from './csv/product-csv.js';
import { DeleteDialog } from './DeleteDialog.js';
import { categories, findProducts } from './find-products.js';
import { messages } from './messages.js';
import { ProductsTable } from './ProductsTable.js';

const PAGE_SIZE = 20;
const categoryOptions = { '': messages.all, ...Object.fromEntries(categories.map((name) => [name, name])) };

/** All products; add, edit, delete, import and export (specification §2 "Admin area", §8). */
export function ProductsPage() {
  const query = useQuery('products', (signal) => call('GET /products/getAll', {}, { signal }));
  /** Changes since the list was loaded; undefined: deleted. */
  const [changed, setChanged] = useState<ReadonlyMap<string, Product | undefined>>(new Map());
  const [deleting, setDeleting] = useState<Product>();
  const [isImporting, setIsImporting] = useState(false);
  const params = useListParams();

  const products = query.data?.products
    .map((product) => (changed.has(product._id) ? changed.get(product._id) : product))
    .filter((product) => product !== undefined);
  const change = (id: string, product?: Product) => setChanged((old) => new Map(old).set(id, product));
  const reload = () => {
    setChanged(new Map());
    query.reload();
  };
  const found =
    products &&
    findProducts(products, {
      search: params.get('q'),
      category: params.get('category'),
      stock: params.get('stock'),
      sort: params.get('sort'),
    });
  const addProduct = <ButtonLink to="/admin/products/add">{messages.add}</ButtonLink>;
  return (
    <Page
      title={messages.title}
      actions={
        <>
          <Button look="secondary" disabled={!products} onClick={() => setIsImporting(true)}>
            {messages.importCsv}
          </Button>
          <Button look="secondary" disabled={!found?.length} onClick={() => downloadProductsCsv(found ?? [])}>
            {messages.exportCsv}
          </Button>
          {addProduct}
        </>
      }
    >
      <FilterBar params={params} what={messages.what} search={messages.search} found={found?.length ?? 0}>
        <FilterSelect params={params} name="category" label={messages.category} options={categoryOptions} />
        <FilterSelect params={params} name="stock" label={messages.stock} options={messages.stockFilters} />
        <FilterSelect params={params} name="sort" label={messages.sort} options={messages.sorts} />
      </FilterBar>
      <PagedList
        query={query}
        list={found && pageOf(found, params.page, PAGE_SIZE)}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={
          params.isFiltered
            ? { title: messages.empty, text: listing.noMatches }
            : { title: messages.empty, text: messages.emptyText, children: addProduct }
        }
        rowHeight="4.75rem"
        onPage={params.goTo}
      >
        {(rows) => (
          <ProductsTable
            products={rows}
            onChanged={(product) => change(product._id, product)}
            onStale={reload}
            onDelete={setDeleting}
          />
        )}
      </PagedList>
      <DeleteDialog product={deleting} onClose={() => setDeleting(undefined)} onDeleted={({ _id }) => change(_id)} />
      {products && (
        <ImportDialog
          open={isImporting}
          products={products}
          onClose={() => setIsImporting(false)}
          onImported={reload}
        />
      )}
    </Page>
  );
}
