import type { Cart } from '@rangavalli/contracts/entities/cart';
import type { DeliveryPromise } from '@rangavalli/contracts/entities/delivery';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { DeliveryPromiseText } from '@rangavalli/web-kit/ui/DeliveryPromiseText';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { lineChanges } from '../cart/line-changes.js';
import { OrderLines } from '../order-lines/OrderLines.js';
import css from './Checkout.module.css';

interface OrderSummaryProps {
  cart: Cart;
  /** With shipping, rupees. */
  total: number;
  /** For the PIN code of the form, once it is complete. */
  promise: DeliveryPromise | undefined;
}

/** Lists the items to pay for, and when they arrive. The total is price times quantity (specification §9), and
 * shipping where the shop charges it. */
export function OrderSummary({ cart, total, promise }: OrderSummaryProps) {
  return (
    <Card>
      <section aria-labelledby="summary-heading">
        <div className={css.summaryHead}>
          <h2 id="summary-heading" className={css.heading}>
            Order summary
          </h2>
          <Link to="/cart">Edit cart</Link>
        </div>
        <OrderLines
          lines={cart.items.map((item) => {
            const { product, size, personalisation, quantity } = item;
            return {
              productId: product._id,
              name: product.name,
              image: product.images[0]?.url,
              size,
              personalisation,
              quantity,
              price: product.price,
              notes: Object.values(lineChanges(item)),
            };
          })}
        />
        <p className={css.total} aria-live="polite">
          <span>Total</span>
          <Price rupees={total} large />
        </p>
        <div className={css.promise} aria-live="polite">
          {promise?.serviceable && <DeliveryPromiseText promise={promise} value={cart.total} />}
        </div>
      </section>
    </Card>
  );
}
