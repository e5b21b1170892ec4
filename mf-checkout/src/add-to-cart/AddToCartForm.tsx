import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { useNavigate } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { QuantityStepper } from '@rangavalli/web-kit/ui/QuantityStepper';
import { type SizeOption, SizeOptions } from '@rangavalli/web-kit/ui/SizeOptions';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { isLowStock, maxStockOfAnySize } from '../stock/size-stock.js';
import css from './AddToCart.module.css';
import { AddToCartMessage } from './AddToCartMessage.js';
import { messages } from './messages.js';
import { Personalisation } from './Personalisation.js';
import { useAddToCart, type NextStep } from './use-add-to-cart.js';
import { useIsAboveView } from './use-is-above-view.js';

const BuyBar = lazy(async () => ({ default: (await import('./later.js')).BuyBar }));

export function AddToCartForm({ product }: AddToCartProps) {
  const [selected, setSelected] = useState<string>();
  const [requested, setRequested] = useState(1);
  const navigate = useNavigate();
  const headingId = useId();
  const box = useRef<HTMLElement>(null);
  const isAbove = useIsAboveView(box);
  const { add, busy, sizeMissing, fieldErrors, message } = useAddToCart(product, box);
  const soldOut = product.stock < 1;

  const chosen = selected ?? (product.sizes.length === 1 ? product.sizes[0] : undefined);
  // It can sell out while the page is open.
  const size = chosen !== undefined && stockOfSize(product, chosen) > 0 ? chosen : undefined;
  const stock = size === undefined ? maxStockOfAnySize(product) : stockOfSize(product, size);
  const quantity = Math.max(1, Math.min(requested, stock));

  const choose = (next: string) => {
    setSelected(next);
    setRequested(Math.max(1, Math.min(quantity, stockOfSize(product, next))));
  };
  const change = (next: number) => {
    // Specification §5.
    if (next >= 1 && next <= stock) setRequested(next);
  };
  const { personalisationFields: fields = [] } = product;
  const buy = async (next: NextStep) => {
    // Not when another page is shown by then.
    if ((await add(size, quantity, next)) && next === 'checkout' && box.current) void navigate('/checkout');
    // What is missing may be far above the button.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  return (
    <section ref={box} className={css.form} aria-labelledby={headingId}>
      <VisuallyHidden as="h2" id={headingId}>
        {messages.buy(product.name)}
      </VisuallyHidden>
      {product.sizes.length > 0 && (
        <SizeOptions
          legend={messages.size}
          options={product.sizes.map((value) => describeSize(product, value))}
          selected={size}
          error={sizeMissing && !size ? messages.selectSize : undefined}
          disabled={soldOut}
          onSelect={choose}
        />
      )}
      {fields.length > 0 && <Personalisation fields={fields} errors={fieldErrors} disabled={soldOut} />}
      {!soldOut && (
        <div className={css.quantity}>
          <span className={css.label} aria-hidden="true">
            {messages.quantity}
          </span>
          <QuantityStepper quantity={quantity} stock={stock} label={product.name} onChange={change} />
          {!product.sizeStock && isLowStock(stock) && <span className={css.few}>{messages.onlyLeft(stock)}</span>}
        </div>
      )}
      <div className={css.buttons}>
        <Button look="secondary" wide disabled={soldOut} busy={busy} onClick={() => void buy('stay')}>
          {messages.add}
        </Button>
        <Button wide disabled={soldOut || busy} onClick={() => void buy('checkout')}>
          {messages.shopNow}
        </Button>
      </div>
      {soldOut && <p className={css.note}>{messages.outOfStock}</p>}
      {/* Always rendered, so that screen readers announce new content. */}
      <div aria-live="polite">{message && <AddToCartMessage message={message} />}</div>
      {!soldOut && isAbove && (
        <Suspense fallback={null}>
          <BuyBar product={product} busy={busy} message={message} onAdd={() => buy('stay')} />
        </Suspense>
      )}
    </section>
  );
}

function describeSize(product: AddToCartProps['product'], size: string): SizeOption {
  const stock = stockOfSize(product, size);
  const isCounted = product.sizeStock !== undefined;
  return {
    value: size,
    label: size,
    soldOut: isCounted && stock < 1,
    note: isCounted && isLowStock(stock) ? messages.onlyLeft(stock) : undefined,
  };
}
