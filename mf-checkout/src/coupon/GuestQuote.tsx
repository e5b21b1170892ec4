import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { guestCart } from '../guest-cart/guest-cart.js';
import css from './CouponBox.module.css';
import { PriceBreakup } from './PriceBreakup.js';

interface GuestQuoteProps {
  /** Of the cart that is shown; another one reads the quote again. */
  version: string;
  pincode: string | undefined;
}

/** What is paid for a guest's cart. Nothing while there is no quote. */
export function GuestQuote({ version, pincode }: GuestQuoteProps) {
  const { data } = useQuery(
    `guest quote ${version} ${pincode ?? ''}`,
    async (signal) => {
      const lines = guestCart().lines.map(({ name: _name, price: _price, ...line }) => line);
      const body = { lines, withQuote: true, ...(pincode ? { pincode } : {}) };
      return (await call('POST /cart/preview', { body }, { signal })).quote;
    },
    { onServer: false },
  );
  if (!data) return null;
  return (
    <div className={css.box} aria-live="polite">
      <PriceBreakup quote={data} hasPin={pincode !== undefined} />
    </div>
  );
}
