import type { Order } from '@rangavalli/contracts/entities/order';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { OrderLines } from '../order-lines/OrderLines.js';
import css from './OrderConfirmation.module.css';

export function OrderConfirmation({ order }: { order: Order }) {
  const { billing } = order;
  return (
    <>
      <p className={css.thanks}>Thank you{billing?.fullName ? `, ${billing.fullName}` : ''}. Your order is placed.</p>
      <WovenBorder />
      <Card>
        <dl className={css.facts}>
          <div>
            <dt>Order number</dt>
            <dd>{order._id}</dd>
          </div>
          <div>
            <dt>Placed on</dt>
            <dd>{formatDay(order.orderedAt)}</dd>
          </div>
          {order.razorpayPaymentId && (
            <div>
              <dt>Payment</dt>
              <dd>
                {order.razorpayPaymentId}
                {order.paymentMethod && ` (${order.paymentMethod})`}
              </dd>
            </div>
          )}
          <div>
            <dt>Delivery address</dt>
            <dd>{order.address || 'N/A'}</dd>
          </div>
        </dl>
        <h2 className={css.heading}>Items</h2>
        <OrderLines
          lines={order.products.map(({ product, size, personalisation, quantity, price }) => ({
            productId: product._id,
            name: product.name,
            image: product.image,
            size,
            personalisation,
            quantity,
            price,
          }))}
        />
        <p className={css.total}>
          <span>Total</span>
          <Price rupees={order.totalAmount} large />
        </p>
      </Card>
      <div className={css.links}>
        <ButtonLink to="/user/orders">My Orders</ButtonLink>
        <ButtonLink to="/" look="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </>
  );
}
