import type { ReactNode } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { latestDispatchOf } from '@rangavalli/contracts/dispatch';
import type { Order } from '@rangavalli/contracts/entities/order';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatDeliveryDays } from '@rangavalli/web-kit/format/delivery-day';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { goodsOfLine } from '@rangavalli/web-kit/format/return-terms';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { PriceBreakup } from '../coupon/PriceBreakup.js';
import { OrderLines } from '../order-lines/OrderLines.js';
import { messages } from './messages.js';
import css from './OrderConfirmation.module.css';

export function OrderConfirmation({ order }: { order: Order }) {
  const { billing } = order;
  const dispatchDay = formatDay(latestDispatchOf(order.orderedAt, order.products, order.promise));
  const address = [billing?.fullName, order.address || 'N/A', billing?.phone].filter(Boolean);
  return (
    <>
      <p className={css.thanks}>{messages.thanks(billing?.fullName ?? '')}</p>
      {order.user.email && <p>{messages.sentTo(order.user.email)}</p>}
      <WovenBorder />
      <Card>
        <dl className={css.facts}>
          <Fact name={messages.orderNumber}>{order.orderNumber}</Fact>
          <Fact name={messages.placedOn}>{formatDay(order.orderedAt)}</Fact>
          <Fact name={messages.dispatchBy}>{dispatchDay}</Fact>
          {order.creditAmount !== undefined && (
            <Fact name={messages.storeCredit}>{formatRupees(order.creditAmount)}</Fact>
          )}
          {order.cash && <Fact name={messages.payment}>{messages.payCash(formatRupees(order.cash.due))}</Fact>}
          {order.promise && <Fact name={messages.expected}>{formatDeliveryDays(order.promise)}</Fact>}
          {order.razorpayPaymentId && (
            <Fact name={messages.payment}>
              {order.razorpayPaymentId}
              {order.paymentMethod && ` (${order.paymentMethod})`}
            </Fact>
          )}
          <Fact name={messages.deliveryAddress}>
            {address.map((line) => (
              <span key={line} className={css.line}>
                {line}
              </span>
            ))}
          </Fact>
        </dl>
        <h2 className={css.heading}>{messages.items}</h2>
        <OrderLines
          lines={order.products.map((line) => ({
            productId: line.product._id,
            name: line.product.name,
            image: line.product.image,
            size: line.size,
            personalisation: line.personalisation,
            quantity: line.quantity,
            price: line.price,
            goods: goodsOfLine(line),
          }))}
        />
        {order.quote ? (
          <PriceBreakup quote={order.quote} hasPin total={messages.total} />
        ) : (
          <p className={css.total}>
            <span>{messages.total}</span>
            <Price rupees={order.totalAmount} large />
          </p>
        )}
      </Card>
      {order.status !== 'Cancelled' && (
        <section aria-labelledby="next">
          <h2 id="next" className={css.heading}>
            {messages.next}
          </h2>
          <ol className={css.next}>
            <li>{messages.pack(dispatchDay)}</li>
            <li>{messages.follow}</li>
            <li>{messages.cancel}</li>
          </ol>
        </section>
      )}
      <Help orderNumber={order.orderNumber} />
      <div className={css.links}>
        <ButtonLink to={`/user/orders/${order.orderNumber}`}>{messages.viewOrder}</ButtonLink>
        <ButtonLink to="/user/orders" look="secondary">
          {messages.myOrders}
        </ButtonLink>
        <ButtonLink to="/" look="secondary">
          {messages.continue}
        </ButtonLink>
        <Button look="quiet" onClick={() => window.print()}>
          {messages.print}
        </Button>
      </div>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Help = ({ orderNumber }: { orderNumber: string }) => (
  <section aria-labelledby="help">
    <h2 id="help" className={css.heading}>
      {messages.help}
    </h2>
    <p className={css.help}>
      {messages.helpText} <span className={css.number}>{orderNumber}</span>.
    </p>
    <p className={css.contacts}>
      <a href={`mailto:${brand.email}`}>{brand.email}</a>
      <a href={`tel:${brand.phone.replaceAll(' ', '')}`}>{brand.phone}</a>
      {brand.whatsApp && (
        <a href={`https://wa.me/${brand.whatsApp.replaceAll(/\D/g, '')}`} target="_blank" rel="noopener noreferrer">
          {messages.whatsApp}
        </a>
      )}
    </p>
  </section>
);
