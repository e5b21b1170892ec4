import type { Product } from '@rangavalli/contracts/entities/product';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { DataTable } from '../layout/DataTable.js';
import { messages } from './messages.js';
import css from './ProductsTable.module.css';
import { StockCell } from './StockCell.js';

interface ProductsTableProps {
  products: readonly Product[];
  onChanged: (product: Product) => void;
  onStale: () => void;
  onDelete: (product: Product) => void;
}

export function ProductsTable({ products, onChanged, onStale, onDelete }: ProductsTableProps) {
  return (
    <DataTable
      caption={messages.title}
      rows={products}
      keyOf={({ _id }) => _id}
      columns={[
        {
          label: messages.name,
          cell: ({ _id, name, images }) => (
            <span className={css.product}>
              <Picture url={images[0]?.url} alt="" sizes="48px" ratio="4 / 5" widths={[160, 320]} />
              <Link to={`/admin/products/edit/${_id}`}>{name}</Link>
            </span>
          ),
        },
        {
          label: messages.category,
          cell: ({ category, sareeType }) => (sareeType ? `${category}, ${sareeType}` : category),
        },
        { label: messages.price, kind: 'number', cell: ({ price }) => formatRupees(price) },
        {
          label: messages.stock,
          cell: (product) => <StockCell product={product} onChanged={onChanged} onStale={onStale} />,
        },
        {
          label: messages.actions,
          kind: 'short',
          cell: (product) => (
            <>
              <ButtonLink look="quiet" to={`/admin/products/edit/${product._id}`}>
                {messages.edit}
                <VisuallyHidden> {product.name}</VisuallyHidden>
              </ButtonLink>
              <button
                type="button"
                className={css.delete}
                title={messages.delete}
                aria-label={messages.deleteProduct(product.name)}
                onClick={() => onDelete(product)}
              >
                <Icon name="bin" size={18} />
              </button>
            </>
          ),
        },
      ]}
    />
  );
}
