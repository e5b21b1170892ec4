import type { Product } from '@rangavalli/contracts/entities/product';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Link } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import css from './ProductsTable.module.css';
import { StockCell } from './StockCell.js';

interface ProductsTableProps {
  products: readonly Product[];
  onChanged: (product: Product) => void;
  onStale: () => void;
  onDelete: (product: Product) => void;
}

/** Products as a table; on a phone each row is a card. */
export function ProductsTable({ products, onChanged, onStale, onDelete }: ProductsTableProps) {
  return (
    <table className={css.table} aria-label="Products">
      <thead>
        <tr>
          {['Picture', 'Name', 'Category', 'Price', 'Stock', 'Actions'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product._id}>
            <td className={css.picture}>
              <Picture url={product.images[0]?.url} alt="" sizes="56px" ratio="4 / 5" widths={[320]} />
            </td>
            <th scope="row" className={css.name}>
              <Link to={`/admin/products/edit/${product._id}`}>{product.name}</Link>
            </th>
            <td className={css.category}>
              {product.sareeType ? `${product.category}, ${product.sareeType}` : product.category}
            </td>
            <td className={css.price}>{formatRupees(product.price)}</td>
            <td className={css.stockCell}>
              <StockCell product={product} onChanged={onChanged} onStale={onStale} />
            </td>
            <td className={css.actions}>
              <ButtonLink look="quiet" to={`/admin/products/edit/${product._id}`}>
                Edit<VisuallyHidden> {product.name}</VisuallyHidden>
              </ButtonLink>
              <button
                type="button"
                className={css.delete}
                title="Delete"
                aria-label={`Delete ${product.name}`}
                onClick={() => onDelete(product)}
              >
                <Icon name="bin" size={18} />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
