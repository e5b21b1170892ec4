import { useSession } from '@rangavalli/web-kit/session/session';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { CustomerCart } from './CustomerCart.js';
import { GuestCart } from './GuestCart.js';

/** /cart: the customer's, stored on the server, or the guest's, stored in this browser. */
export function CartPage() {
  const session = useSession();
  return <Page title="Cart">{session ? <CustomerCart key={session.owner} /> : <GuestCart />}</Page>;
}
