import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { useEffect, useRef } from 'react';
import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { Button } from '@rangavalli/web-kit/ui/Button';
import css from './Cart.module.css';
import { messages } from './messages.js';

/** Confirms a removed line, with Undo while it is in stock. */
export function RemovedLine({ item: { product, size }, onUndo }: { item: CartItem; onUndo: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button was removed with its line.
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} role="status" tabIndex={-1} className={css.removed}>
      <span>{messages.removed(product.name)}</span>
      {stockOfSize(product, size) > 0 && (
        <Button look="quiet" onClick={onUndo}>
          {messages.undo}
        </Button>
      )}
    </div>
  );
}
