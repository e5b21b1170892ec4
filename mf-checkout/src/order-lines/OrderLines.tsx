import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import css from './OrderLines.module.css';

/** A line as a summary shows it; `price` in rupees a piece. */
export interface SummaryLine {
  productId: string;
  name: string;
  image: string | undefined;
  size: string;
  quantity: number;
  price: number;
  /** What has changed about it since it was put into the cart. */
  notes?: readonly string[];
}

/** The lines of a cart or an order, to be read and not changed. */
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
