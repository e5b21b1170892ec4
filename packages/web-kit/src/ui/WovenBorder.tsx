import { classNames } from '../dom/class-names.js';
import css from './WovenBorder.module.css';

export function WovenBorder({ flip = false }: { flip?: boolean }) {
  return <div className={classNames(css.border, flip && css.flip)} aria-hidden="true" />;
}
