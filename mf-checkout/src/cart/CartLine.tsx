import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { QuantityStepper } from '@rangavalli/web-kit/ui/QuantityStepper';
import css from './Cart.module.css';
import { lineChanges, stockOfLine } from './line-changes.js';

interface CartLineProps {
  item: CartItem;
  /** As wished, even if the server has not answered yet; 0 while it is being removed. */
  quantity: number;
  /** Why the last change was refused. */
  refusal?: string | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

/** One line of the cart. */
export function CartLine({ item, quantity, refusal, onQuantity, onRemove }: CartLineProps) {
  const { product, size } = item;
  const changes = lineChanges(item, quantity);
  const stock = stockOfLine(item);
  const label = size ? `${product.name}, size ${size}` : product.name;
  return (
    <li className={classNames(css.line, quantity === 0 && css.going)}>
      <Picture
        url={product.images[0]?.url}
        alt=""
        sizes="112px"
        widths={[160, 320]}
        ratio="4 / 5"
        className={css.picture}
      />
      <div className={css.what}>
        <h2 className={css.name}>
          <Link to={`/product/${product._id}`}>{product.name}</Link>
        </h2>
        {size && <p className={css.size}>Size: {size}</p>}
        <Price rupees={product.price} />
        {quantity > 1 && <span className={css.inAll}>{formatRupees(product.price * quantity)} in all</span>}
        {changes.price && (
          <p className={css.change}>
            {changes.price}{' '}
            {quantity <= stock && (
              // Sets the same quantity again, by which the server keeps the price of now.
              <Button
                look="quiet"
                onClick={() => onQuantity(quantity)}
                aria-label={`Keep it at the new price: ${label}`}
              >
                Keep it
              </Button>
            )}
          </p>
        )}
        {changes.stock && (
          <p className={css.change}>
            {changes.stock}{' '}
            {stock > 0 && (
              <Button look="quiet" onClick={() => onQuantity(stock)} aria-label={`Take ${stock} of ${label}`}>
                Take {stock}
              </Button>
            )}
          </p>
        )}
        {refusal && (
          <p className={css.refusal} role="alert">
            {refusal}
          </p>
        )}
      </div>
      <div className={css.actions}>
        <QuantityStepper
          quantity={quantity || 1}
          stock={stock}
          label={label}
          busy={quantity === 0}
          onChange={onQuantity}
        />
        <Button look="quiet" disabled={quantity === 0} onClick={onRemove} aria-label={`Remove ${label}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}
