import type { Cart } from '@rangavalli/contracts/entities/cart';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { lineChanges } from '../cart/line-changes.js';
import { OrderLines } from '../order-lines/OrderLines.js';
import css from './Checkout.module.css';

/** Lists the items to pay for. The total is price times quantity (specification §9). */
export function OrderSummary({ cart }: { cart: Cart }) {
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
          <Price rupees={cart.total} large />
        </p>
      </section>
    </Card>
  );
}
