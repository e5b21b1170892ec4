import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { useId, useState } from 'react';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { useNavigate } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { QuantityStepper } from '@rangavalli/web-kit/ui/QuantityStepper';
import { isLow, stockOfAnySize } from '../stock/size-stock.js';
import css from './AddToCart.module.css';
import { AddToCartMessage } from './AddToCartMessage.js';
import { SizePicker } from './SizePicker.js';
import { useAddToCart, type Afterwards } from './use-add-to-cart.js';

/** The form behind the AddToCart fragment. */
export function AddToCartForm({ product }: AddToCartProps) {
  const [picked, setPicked] = useState<string>();
  const [wished, setWished] = useState(1);
  const navigate = useNavigate();
  const headingId = useId();
  const { add, busy, sizeMissing, message } = useAddToCart(product);
  const soldOut = product.stock < 1;

  // A size may sell out while somebody looks at it.
  const size = picked !== undefined && stockOfSize(product, picked) > 0 ? picked : undefined;
  const stock = size === undefined ? stockOfAnySize(product) : stockOfSize(product, size);
  const quantity = Math.max(1, Math.min(wished, stock));

  const choose = (chosen: string) => {
    setPicked(chosen);
    setWished(Math.max(1, Math.min(quantity, stockOfSize(product, chosen))));
  };
  const change = (wanted: number) => {
    // Neither below 1 nor above stock (specification §5).
    if (wanted >= 1 && wanted <= stock) setWished(wanted);
  };
  const buy = async (afterwards: Afterwards) => {
    if ((await add(size, quantity, afterwards)) && afterwards === 'checkout') void navigate('/checkout');
  };

  return (
    <section className={css.form} aria-labelledby={headingId}>
      <h2 id={headingId} className={css.hidden}>
        Buy {product.name}
      </h2>
      {product.sizes.length > 0 && (
        <SizePicker
          product={product}
          chosen={size}
          missing={sizeMissing && !size}
          disabled={soldOut}
          onChoose={choose}
        />
      )}
      {!soldOut && (
        <div className={css.quantity}>
          <span className={css.label} aria-hidden="true">
            Quantity
          </span>
          <QuantityStepper quantity={quantity} stock={stock} label={product.name} onChange={change} />
          {/* Where sizes have their own stock each says so itself. */}
          {!product.sizeStock && isLow(stock) && <span className={css.few}>Only {stock} left</span>}
        </div>
      )}
      <div className={css.buttons}>
        <Button look="secondary" wide disabled={soldOut} busy={busy} onClick={() => void buy('stay')}>
          Add to Cart
        </Button>
        <Button wide disabled={soldOut || busy} onClick={() => void buy('checkout')}>
          Shop Now
        </Button>
      </div>
      {soldOut && <p className={css.note}>This piece is out of stock, so it cannot be added to the cart now.</p>}
      {/* Always there, so that screen readers notice what comes into it. */}
      <div aria-live="polite">{message && <AddToCartMessage message={message} />}</div>
    </section>
  );
}
