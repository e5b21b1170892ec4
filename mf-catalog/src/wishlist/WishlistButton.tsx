import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { messages } from './messages.js';
import { useWishlistItem } from './wishlist.js';
import css from './WishlistButton.module.css';

interface WishlistButtonProps {
  product: { _id: string; name: string };
  labelled?: boolean;
}

export function WishlistButton({ product, labelled = false }: WishlistButtonProps) {
  const { isListed, toggle } = useWishlistItem(product._id);
  return (
    <button
      type="button"
      className={classNames(css.button, labelled && css.labelled)}
      aria-pressed={isListed}
      aria-label={labelled ? undefined : messages.wishlistOf(product.name)}
      title={isListed ? messages.remove : messages.add}
      onClick={() => void toggle()}
    >
      <Icon name="heart" />
      {labelled && <span>{messages.wishlist}</span>}
    </button>
  );
}
