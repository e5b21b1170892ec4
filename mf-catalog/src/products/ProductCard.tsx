import { useId } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { prefetchHandlers } from '@rangavalli/web-kit/data/prefetch';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { Heart } from '../wishlist/Heart.js';
import { askProductAhead } from './product-ahead.js';
import { cardDescription } from './card-text.js';
import css from './ProductCard.module.css';
import { StockBadge } from './StockBadge.js';

/** How wide a card's picture stands on the page: the grid has 1, 2, 3 or 4 columns. */
const SIZES = '(min-width: 1280px) 300px, (min-width: 768px) 31vw, (min-width: 640px) 46vw, 94vw';

interface ProductCardProps {
  product: Product;
  /** Its picture is among the first things seen. */
  eager: boolean;
  /** `h3` below a heading of its shelf. */
  heading?: 'h2' | 'h3';
}

/** A product in a grid. */
export function ProductCard({ product, eager, heading: Heading = 'h2' }: ProductCardProps) {
  const nameId = useId();
  return (
    <article className={css.card} aria-labelledby={nameId}>
      <Picture url={product.images[0]?.url} alt="" sizes={SIZES} ratio="4 / 5" eager={eager} className={css.picture} />
      <div className={css.badge}>
        <StockBadge stock={product.stock} />
      </div>
      <div className={css.heart}>
        <Heart product={product} />
      </div>
      <div className={css.text}>
        <Heading id={nameId} className={css.name}>
          {product.name}
        </Heading>
        <p className={css.description}>{cardDescription(product.description)}</p>
        <div className={css.foot}>
          <Price rupees={product.price} />
          {/* Its area covers the whole card; the description tells one 'Shop Now' from the next. */}
          <Link
            to={`/product/${product._id}`}
            className={css.link}
            aria-describedby={nameId}
            {...prefetchHandlers(() => askProductAhead(product._id))}
          >
            Shop Now
          </Link>
        </div>
      </div>
    </article>
  );
}
