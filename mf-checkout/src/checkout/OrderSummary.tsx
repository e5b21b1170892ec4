import type { Cart } from '@rangavalli/contracts/entities/cart';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { lineChanges } from '../cart/line-changes.js';
import { OrderLines } from '../order-lines/OrderLines.js';
import css from './Checkout.module.css';
import { messages } from './messages.js';
import type { MethodPrice } from './payment-choice.js';

/** Lists the items to pay for. @param price with a fee for the chosen method; else the cart's total applies */
export function OrderSummary({ cart, price }: { cart: Cart; price: MethodPrice | undefined }) {
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
        {price && price.fee > 0 && (
          <>
            <p className={css.total}>
              <span>{messages.items}</span>
              <Price rupees={price.total - price.fee} />
            </p>
            <p className={css.total}>
              <span>{messages.cash}</span>
              <Price rupees={price.fee} />
            </p>
          </>
        )}
        <p className={css.total} aria-live="polite">
          <span>Total</span>
          <Price rupees={price?.total ?? cart.total} large />
        </p>
      </section>
    </Card>
  );
}
