import { classNames } from '../class-names.js';
import css from './WovenBorder.module.css';

/** The shop's one ornament: temple teeth over a zari line. `flip` lets the teeth hang down, as under the header. */
export function WovenBorder({ flip = false }: { flip?: boolean }) {
  return <div className={classNames(css.border, flip && css.flip)} aria-hidden="true" />;
}
