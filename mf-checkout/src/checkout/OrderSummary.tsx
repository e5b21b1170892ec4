import type { Cart } from '@rangavalli/contracts/entities/cart';
import type { DeliveryPromise } from '@rangavalli/contracts/entities/delivery';
import { Link } from '@rangavalli/web-kit/federation/router';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { DeliveryPromiseText } from '@rangavalli/web-kit/ui/DeliveryPromiseText';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { lineChanges } from '../cart/line-changes.js';
import { OrderLines } from '../order-lines/OrderLines.js';
import css from './Checkout.module.css';
import { messages } from './messages.js';
import type { MethodPrice } from './payment-choice.js';

interface OrderSummaryProps {
  cart: Cart;
  /** Of the chosen method, as the server quotes it; `total` applies until it is loaded. */
  price: MethodPrice | undefined;
  /** With shipping, rupees. */
  total: number;
  /** For the PIN code of the form, once it is complete. */
  promise: DeliveryPromise | undefined;
  /** The charges are listed below it. */
  isQuoted: boolean;
}

/** How a total is paid that is not paid online alone. */
const shares = ({ credit, payNow, dueOnDelivery }: MethodPrice): [string, number][] =>
  (
    [
      [messages.storeCredit, credit],
      [messages.payNow, payNow],
      [messages.dueOnDelivery, dueOnDelivery],
    ] satisfies [string, number][]
  ).filter(([, rupees]) => rupees > 0);

/** Lists the items to pay for, and when they arrive. */
export function OrderSummary({ cart, price, total, promise, isQuoted }: OrderSummaryProps) {
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
              price: currentPrice(product),
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
          <Price rupees={price?.total ?? total} large />
        </p>
        {price &&
          (price.credit > 0 || price.payNow > 0) &&
          price.payNow < price.total &&
          shares(price).map(([name, rupees]) => (
            <p key={name} className={css.total}>
              <span>{name}</span>
              <Price rupees={rupees} />
            </p>
          ))}
        <div className={css.promise} aria-live="polite">
          {promise?.serviceable && <DeliveryPromiseText promise={promise} value={isQuoted ? undefined : cart.total} />}
        </div>
      </section>
    </Card>
  );
}
