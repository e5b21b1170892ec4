import { useSession } from '@rangavalli/web-kit/session/session';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { CustomersCart } from './CustomersCart.js';
import { GuestsCart } from './GuestsCart.js';

/** /cart: the customer's, kept by the server, or the guest's, kept by this browser. */
export function CartPage() {
  const session = useSession();
  return <Page title="Cart">{session ? <CustomersCart key={session.owner} /> : <GuestsCart />}</Page>;
}
