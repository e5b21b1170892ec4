import type { Product } from '@rangavalli/contracts/entities/product';
import { formatRupees } from '@rangavalli/web-kit/money';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import css from './ProductsTable.module.css';
import { StockCell } from './StockCell.js';

interface ProductsTableProps {
  products: readonly Product[];
  onChanged: (product: Product) => void;
  onDelete: (product: Product) => void;
}

/** Products as a table; on a phone each row is a card. */
export function ProductsTable({ products, onChanged, onDelete }: ProductsTableProps) {
  return (
    <table className={css.table} aria-label="Products">
      <thead>
        <tr>{['Picture', 'Name', 'Category', 'Price', 'Stock', 'Actions'].map((column) => <th key={column} scope="col">{column}</th>)}</tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product._id}>
            <td className={css.picture}><Picture url={product.images[0]?.url} alt={product.name} sizes="56px" ratio="4 / 5" widths={[320]} /></td>
            <th scope="row" className={css.name}>{product.name}</th>
            <td className={css.category}>{product.sareeType ? `${product.category}, ${product.sareeType}` : product.category}</td>
            <td className={css.price}>{formatRupees(product.price)}</td>
            <td className={css.stockCell}><StockCell product={product} onChanged={onChanged} /></td>
            <td className={css.actions}>
              <ButtonLink look="quiet" to={`/admin/products/edit/${product._id}`}>Edit<span className={css.unseen}> {product.name}</span></ButtonLink>
              <Button look="danger" onClick={() => onDelete(product)}>Delete<span className={css.unseen}> {product.name}</span></Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
