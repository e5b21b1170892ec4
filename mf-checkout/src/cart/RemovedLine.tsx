import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { useEffect, useRef } from 'react';
import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { Button } from '@rangavalli/web-kit/ui/Button';
import css from './Cart.module.css';

/** Says that a line is out of the cart, with the way back in while there are pieces of it. */
export function RemovedLine({ item: { product, size }, onUndo }: { item: CartItem; onUndo: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed has left with its line.
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} role="status" tabIndex={-1} className={css.removed}>
      <span>{product.name} was removed.</span>
      {stockOfSize(product, size) > 0 && (
        <Button look="quiet" onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  );
}
