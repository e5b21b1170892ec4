import { formatRupees } from '../format/money.js';
import css from './Price.module.css';
import { VisuallyHidden } from './VisuallyHidden.js';

interface PriceProps {
  rupees: number;
  /** Struck through when it is higher. */
  regular?: number;
  large?: boolean;
}

export function Price({ rupees, regular = rupees, large = false }: PriceProps) {
  const price = <span className={large ? css.large : css.price}>{formatRupees(rupees)}</span>;
  if (regular <= rupees) return price;
  return (
    <span className={css.sale}>
      <VisuallyHidden>Sale price </VisuallyHidden>
      {price}
      <VisuallyHidden>, regular price </VisuallyHidden>
      <s className={css.regular}>{formatRupees(regular)}</s>
    </span>
  );
}
