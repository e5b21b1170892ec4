import { brand } from '@rangavalli/contracts/brand';
import { ContactDetails, Policy } from './Policy.js';
import { RETURN_DAYS, useShop } from './use-shop.js';

const updated = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
  new Date(brand.refundPolicyUpdated),
);

const inDays = (days: number): string => `within ${days} ${days === 1 ? 'day' : 'days'}`;

export default function Refund() {
  const { returnDays, categoryReturnDays, finalCategories, isSaleCreditOnly } = useShop();
  const others = Object.entries(categoryReturnDays).filter(
    ([category, days]) => days !== returnDays && !finalCategories.includes(category),
  );
  const returnable = others.filter(([, days]) => days > 0).map(([category, days]) => `${category} ${inDays(days)}`);
  const excluded = [...finalCategories, ...others.filter(([, days]) => days === 0).map(([category]) => category)];
  return (
    <Policy
      title="Cancellation and Refund"
      lead="We want you to be glad of what you bought. This is what we do when you are not."
      updated={updated}
    >
      <h2>Cancellation</h2>
      <ul>
        <li>
          An order can be cancelled only immediately after ordering. Once shipping has started, it cannot be cancelled.
        </li>
        <li>
          Perishable items cannot be cancelled. If what you received is not of good quality, we will refund or replace
          it.
        </li>
      </ul>
      {(returnDays > 0 || returnable.length > 0) && (
        <>
          <h2>Returns and exchanges</h2>
          <p>
            {returnDays > 0
              ? `You can return unworn items ${inDays(returnDays)} of delivery, for a refund, store credit or another size.`
              : `You can return unworn items of these products after delivery: ${returnable.join(', ')}.`}{' '}
            Start the return on the page of your order.
          </p>
          <ul>
            {returnDays > 0 && returnable.length > 0 && (
              <li>These products have a period of their own: {returnable.join(', ')}.</li>
            )}
            <li>Personalised items are returned only if they are damaged, defective or not what you ordered.</li>
            {excluded.length > 0 && <li>The same holds for these products: {excluded.join(', ')}.</li>}
            {isSaleCreditOnly && <li>Sale items are exchanged, or their price is added to your store credit.</li>}
          </ul>
        </>
      )}
      <h2>Damaged, defective, or not as shown</h2>
      <p>
        Please report it to us within {Math.max(RETURN_DAYS, returnDays)} days of receipt. We look into it with the
        maker and tell you what we can do. For products that carry a maker’s warranty, please turn to the maker as well.
      </p>
      <h2>Refunds</h2>
      <p>An approved refund takes 3–5 business days to reach you, by the way you paid.</p>
      <ContactDetails />
    </Policy>
  );
}
