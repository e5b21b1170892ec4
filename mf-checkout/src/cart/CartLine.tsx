import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { formatPersonalisation } from '@rangavalli/contracts/personalisation';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { Link } from '@rangavalli/web-kit/federation/router';
import { ReturnTerms } from '@rangavalli/web-kit/orders/ReturnTerms';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { QuantityStepper } from '@rangavalli/web-kit/ui/QuantityStepper';
import css from './Cart.module.css';
import { lineChanges, stockOfLine } from './line-changes.js';
import { messages } from './messages.js';

interface CartLineProps {
  item: CartItem;
  /** The requested quantity, before the server has confirmed it; 0 while the line is being removed. */
  quantity: number;
  refusal?: string | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

export function CartLine({ item, quantity, refusal, onQuantity, onRemove }: CartLineProps) {
  const { product, size } = item;
  const price = currentPrice(product);
  const personalisation = formatPersonalisation(item);
  const changes = lineChanges(item, quantity);
  const stock = stockOfLine(item);
  const label = [product.name, size && `size ${size}`, personalisation].filter(Boolean).join(', ');
  return (
    <li className={classNames(css.line, quantity === 0 && css.removing)}>
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
        {size && <p className={css.size}>{messages.size(size)}</p>}
        {personalisation && <p className={css.size}>{personalisation}</p>}
        <Price rupees={price} regular={product.price} />
        {quantity > 1 && <span className={css.inAll}>{messages.lineTotal(formatRupees(price * quantity))}</span>}
        <ReturnTerms
          className={css.terms}
          goods={{
            category: product.category,
            isPersonalised: Boolean(item.personalisation?.length),
            isOnSale: price < product.price,
          }}
        />
        {changes.price && (
          <p className={css.change}>
            {changes.price}{' '}
            {quantity <= stock && (
              // Setting the same quantity again makes the server store the current price.
              <Button look="quiet" onClick={() => onQuantity(quantity)} aria-label={messages.keepLabel(label)}>
                {messages.keep}
              </Button>
            )}
          </p>
        )}
        {changes.stock && (
          <p className={css.change}>
            {changes.stock}{' '}
            {stock > 0 && (
              <Button look="quiet" onClick={() => onQuantity(stock)} aria-label={messages.takeLabel(stock, label)}>
                {messages.take(stock)}
              </Button>
            )}
          </p>
        )}
        {changes.personalisation && (
          <p className={css.change}>
            {changes.personalisation}{' '}
            <Link to={`/product/${product._id}`} aria-label={messages.chooseAgainLabel(label)}>
              {messages.chooseAgain}
            </Link>
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
          {messages.remove}
        </Button>
      </div>
    </li>
  );
}
