import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import css from './Heart.module.css';
import { useWish } from './wishlist.js';

/** Puts a product on the wishlist, or takes it off. `labelled` says so in words beside it. */
export function Heart({ product, labelled = false }: { product: { _id: string; name: string }; labelled?: boolean }) {
  const { wished, toggle } = useWish(product._id);
  return (
    <button
      type="button"
      className={classNames(css.heart, labelled && css.labelled)}
      aria-pressed={wished}
      aria-label={labelled ? undefined : `Wishlist: ${product.name}`}
      title={wished ? 'Remove from wishlist' : 'Add to wishlist'}
      onClick={() => void toggle()}
    >
      <Icon name="heart" />
      {labelled && <span>Wishlist</span>}
    </button>
  );
}
