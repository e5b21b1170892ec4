import { brand } from '@rangavalli/contracts/brand';
import { ContactDetails, Policy } from './Policy.js';
import { useShop } from './use-shop.js';

const updated = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
  new Date(brand.refundPolicyUpdated),
);

export default function Refund() {
  const { returnDays, finalCategories, isSaleCreditOnly } = useShop();
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
      {returnDays > 0 && (
        <>
          <h2>Returns and exchanges</h2>
          <p>
            You can return unworn items within {returnDays} days of delivery, for a refund, store credit or another
            size. Start the return on the page of your order.
          </p>
          <ul>
            <li>Personalised items are returned only if they are damaged, defective or not what you ordered.</li>
            {finalCategories.length > 0 && <li>The same holds for these products: {finalCategories.join(', ')}.</li>}
            {isSaleCreditOnly && <li>Sale items are exchanged, or their price is added to your store credit.</li>}
          </ul>
        </>
      )}
      <h2>Damaged, defective, or not as shown</h2>
      <p>
        Please report it to us within {returnDays} days of receipt. We look into it with the maker and tell you what we
        can do. For products that carry a maker’s warranty, please turn to the maker as well.
      </p>
      <h2>Refunds</h2>
      <p>An approved refund takes 3–5 business days to reach you, by the way you paid.</p>
      <ContactDetails />
    </Policy>
  );
}
