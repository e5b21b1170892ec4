import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/api';
import { ApiError } from '@rangavalli/web-kit/api-error';
import { formatRupees } from '@rangavalli/web-kit/money';
import { useQuery } from '@rangavalli/web-kit/query';
import { toast } from '@rangavalli/web-kit/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { deliveryUrl } from '@rangavalli/web-kit/images';
import css from './ProductsPage.module.css';
import { stockTone } from './stock-tone.js';

/** All products with their stock; add, edit and delete (specification §2 "Admin area", §8). */
export function ProductsPage() {
  const { data, error, reload } = useQuery('products', (signal) => call('GET /products/getAll', {}, { signal }));
  const [busy, setBusy] = useState<string>();
  const remove = async (product: Product) => {
    if (!window.confirm('Delete this product?')) return;
    setBusy(product._id);
    try {
      const { message } = await call('DELETE /products/delete/{id}', { params: { id: product._id } });
      toast.success(message);
      reload();
    } catch (failure) {
      toast.error(failure instanceof ApiError && failure.status > 0 ? failure.message || 'Failed to delete' : 'Server error');
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Page title="Products">
      <p><ButtonLink to="/admin/products/add">Add Product</ButtonLink></p>
      {error && !data && <ErrorState title="The products could not be loaded." error={error} onRetry={reload} />}
      {!error && !data && <Skeleton height="20rem" />}
      {data?.products.length === 0 && <EmptyState title="No products found." />}
      {data && data.products.length > 0 && (
        <Table caption="Products" columns={['Picture', 'Name', 'Category', 'Price', 'Stock', 'Actions']}>
          {data.products.map((product) => (
            <tr key={product._id}>
              <td>{product.images[0] && <img className={css.picture} src={deliveryUrl(product.images[0].url, 320)} alt="" width={48} height={60} loading="lazy" />}</td>
              <td>{product.name}</td>
              <td>{product.sareeType ? `${product.category}, ${product.sareeType}` : product.category}</td>
              <td>{formatRupees(product.price)}</td>
              <td><Badge tone={stockTone(product.stock)}>{product.stock}</Badge></td>
              <td>
                <div className={css.actions}>
                  <ButtonLink look="quiet" to={`/admin/products/edit/${product._id}`}>Edit</ButtonLink>
                  <Button look="danger" busy={busy === product._id} onClick={() => void remove(product)}>Delete</Button>
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}
