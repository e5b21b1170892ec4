import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '../layout/Page.js';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import { ImportDialog } from './csv/ImportDialog.js';
import { DeleteDialog } from './DeleteDialog.js';
import { categories, loadAllProducts, productsQuery } from './find-products.js';
import { messages } from './messages.js';
import { ProductsTable } from './ProductsTable.js';

const PAGE_SIZE = 20;
const categoryOptions = { '': messages.all, ...Object.fromEntries(categories.map((name) => [name, name])) };

/** Products changed since a list was loaded; undefined: deleted. */
interface Changes {
  list: object | undefined;
  products: ReadonlyMap<string, Product | undefined>;
}

/** All products; add, edit, delete, import and export (specification §2 "Admin area", §8). */
export function ProductsPage() {
  const params = useListParams();
  const query = productsQuery({
    search: useDebounced(params.get('q')),
    category: params.get('category'),
    stock: params.get('stock'),
    sort: params.get('sort'),
  });
  const list = useList(`products ${JSON.stringify(query)}`, params, (cursor, signal) =>
    call('GET /products/getAll', { query: { ...query, limit: PAGE_SIZE, cursor } }, { signal }),
  );
  const [changes, setChanges] = useState<Changes>({ list: undefined, products: new Map() });
  const [deleting, setDeleting] = useState<Product>();
  const [isImporting, setIsImporting] = useState(false);
  /** Number of products in the file so far. */
  const [exported, setExported] = useState<number>();

  const changed = changes.list === list.first ? changes.products : new Map<string, Product | undefined>();
  const change = (id: string, product?: Product) =>
    setChanges({ list: list.first, products: new Map(changed).set(id, product) });
  const currentOf = (products: readonly Product[]) =>
    products
      .map((product) => (changed.has(product._id) ? changed.get(product._id) : product))
      .filter((product) => product !== undefined);
  const exportCsv = async () => {
    setExported(0);
    try {
      const products = await loadAllProducts(query, setExported);
      const { downloadProductsCsv } = await import('./csv/product-csv.js');
      downloadProductsCsv(products);
    } catch (thrown) {
      toast.error(asApiError(thrown).message);
    } finally {
      setExported(undefined);
    }
  };
  const addProduct = <ButtonLink to="/admin/products/add">{messages.add}</ButtonLink>;
  return (
    <Page
      title={messages.title}
      actions={
        <>
          <Button look="secondary" onClick={() => setIsImporting(true)}>
            {messages.importCsv}
          </Button>
          <Button
            look="secondary"
            busy={exported !== undefined}
            disabled={!list.first?.total}
            onClick={() => void exportCsv()}
          >
            {exported === undefined ? messages.exportCsv : messages.exporting(exported)}
          </Button>
          {addProduct}
        </>
      }
    >
      <FilterBar params={params} what={messages.what} search={messages.search} found={list.first?.total}>
        <FilterSelect params={params} name="category" label={messages.category} options={categoryOptions} />
        <FilterSelect params={params} name="stock" label={messages.stock} options={messages.stockFilters} />
        <FilterSelect params={params} name="sort" label={messages.sort} options={messages.sorts} />
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ products }) => currentOf(products)}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={
          params.isFiltered
            ? { title: messages.empty, text: listing.noMatches }
            : { title: messages.empty, text: messages.emptyText, children: addProduct }
        }
        rowHeight="4.75rem"
      >
        {(rows) => (
          <ProductsTable
            products={rows}
            onChanged={(product) => change(product._id, product)}
            onStale={list.reload}
            onDelete={setDeleting}
          />
        )}
      </PagedList>
      <DeleteDialog product={deleting} onClose={() => setDeleting(undefined)} onDeleted={({ _id }) => change(_id)} />
      <ImportDialog open={isImporting} onClose={() => setIsImporting(false)} onImported={list.reload} />
    </Page>
  );
}
