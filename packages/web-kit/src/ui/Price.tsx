import { formatRupees } from '../money.js';
import css from './Price.module.css';

/** An amount of rupees. */
export function Price({ rupees, large = false }: { rupees: number; large?: boolean }) {
  return <span className={large ? css.large : css.price}>{formatRupees(rupees)}</span>;
}
