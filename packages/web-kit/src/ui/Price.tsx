import { formatRupees } from '../format/money.js';
import css from './Price.module.css';

export function Price({ rupees, large = false }: { rupees: number; large?: boolean }) {
  return <span className={large ? css.large : css.price}>{formatRupees(rupees)}</span>;
}
