import type { CartItem } from '@rangavalli/contracts/entities/cart';
import type { ReturnableGoods } from '@rangavalli/contracts/return-rule';
import { formatPersonalisation, lineKeyOf } from '@rangavalli/contracts/personalisation';
import { ReturnTerms } from '@rangavalli/web-kit/orders/ReturnTerms';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import css from './OrderLines.module.css';

/** `price` in rupees per unit. */
export interface SummaryLine {
  productId: string;
  name: string;
  image: string | undefined;
  size: string;
  personalisation: CartItem['personalisation'];
  quantity: number;
  price: number;
  /** What changed since it was added to the cart. */
  notes?: readonly string[];
  /** To show whether they can be returned. */
  goods?: ReturnableGoods;
}

/** Read-only lines of a cart or an order. */
export function OrderLines({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <ul className={css.lines}>
      {lines.map(({ productId, name, image, size, personalisation, quantity, price, notes = [], goods }) => (
        <li key={lineKeyOf({ productId, size, personalisation })} className={css.line}>
          <Picture url={image} alt="" sizes="56px" widths={[160]} ratio="4 / 5" />
          <div>
            <p className={css.name}>{name}</p>
            <p className={css.detail}>
              {size && `Size: ${size} · `}Quantity: {quantity}
            </p>
            {personalisation && <p className={css.detail}>{formatPersonalisation({ personalisation })}</p>}
            {goods && <ReturnTerms goods={goods} className={classNames(css.detail, css.terms)} />}
            {notes.map((note) => (
              <p key={note} className={css.note}>
                {note}
              </p>
            ))}
          </div>
          <Price rupees={price * quantity} />
        </li>
      ))}
    </ul>
  );
}
