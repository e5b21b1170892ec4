import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import css from './OrderLines.module.css';

/** `price` in rupees per unit. */
export interface SummaryLine {
  productId: string;
  name: string;
  image: string | undefined;
  size: string;
  quantity: number;
  price: number;
  /** What changed since it was added to the cart. */
  notes?: readonly string[];
}

/** Read-only lines of a cart or an order. */
export function OrderLines({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <ul className={css.lines}>
      {lines.map(({ productId, name, image, size, quantity, price, notes = [] }) => (
        <li key={`${productId} ${size}`} className={css.line}>
          <Picture url={image} alt="" sizes="56px" widths={[160]} ratio="4 / 5" />
          <div>
            <p className={css.name}>{name}</p>
            <p className={css.detail}>
              {size && `Size: ${size} · `}Quantity: {quantity}
            </p>
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
