import type { ReactNode } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useLocation, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Spinner } from '@rangavalli/web-kit/ui/Spinner';
import { loadConfirmation } from '../checkout/load-checkout.js';
import { SignInPrompt } from '../sign-in/SignInPrompt.js';
import { messages } from './messages.js';

/** Returns the order passed by the checkout's navigation (specification §2 "receives the order and payment"). */
function orderOf(state: unknown, id: string): Order | undefined {
  const order = (state as { order?: Order } | null)?.order;
  return order && [order._id, order.orderNumber].includes(id) ? order : undefined;
}

/** /payment-success?order={number or id}: the order from the checkout, or from the server after a reload. */
export function PaymentSuccessPage() {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const session = useSession();
  const id = search.get('order') ?? '';
  const given = orderOf(state, id);
  const { data, error, reload } = useQuery(
    id && !given && session ? `order ${id}` : undefined,
    async (signal) => (await call('GET /orders/detail/{orderId}', { params: { orderId: id } }, { signal })).order,
  );
  const order = given ?? data;

  const loading = <Spinner label={messages.loading} />;
  let content: ReactNode = loading;
  if (order)
    content = (
      <LazyPart
        id="mf-checkout/confirmation"
        load={loadConfirmation}
        props={{ order }}
        loading={loading}
        failed={messages.failed}
      />
    );
  else if (!session) content = <SignInPrompt text="Log in to see your order." />;
  else if (!id) {
    content = (
      <EmptyState title="No order here" text="Your orders are in My Orders.">
        <ButtonLink to="/user/orders">My Orders</ButtonLink>
      </EmptyState>
    );
  } else if (error) content = <ErrorState title="We could not load your order." error={error} onRetry={reload} />;
  return (
    <Page title={order ? (order.cash ? messages.cashTitle : 'Payment successful') : 'Your order'} width="narrow">
      {content}
    </Page>
  );
}
