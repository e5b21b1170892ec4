import { useId } from 'react';
import type { DeliveryTerms } from '@rangavalli/contracts/entities/delivery';
import type { Product } from '@rangavalli/contracts/entities/product';
import { prefetchHandlers } from '@rangavalli/web-kit/data/prefetch';
import { Link } from '@rangavalli/web-kit/federation/router';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { arrivesInTime } from '../festival/use-delivery-terms.js';
import { WishlistButton } from '../wishlist/WishlistButton.js';
import { prefetchProduct } from './load-product.js';
import { messages } from './messages.js';
import css from './ProductCard.module.css';

/** The picture's width in a grid of 1, 2, 3 or 4 columns. */
const SIZES = '(min-width: 1280px) 300px, (min-width: 768px) 31vw, (min-width: 640px) 46vw, 94vw';
/** Specification §9. */
const MAX_DESCRIPTION_LENGTH = 45;

/** Cuts a description for a card, by code points: no character is split. */
export function cardDescription(description: string): string {
  const characters = [...description];
  return characters.length > MAX_DESCRIPTION_LENGTH
    ? `${characters.slice(0, MAX_DESCRIPTION_LENGTH).join('')}…`
    : description;
}

/** Specification §4. */
export const StockBadge = ({ stock }: { stock: number }) =>
  stock > 0 ? <Badge tone="green">{messages.inStock}</Badge> : <Badge tone="red">{messages.outOfStock}</Badge>;

interface ProductCardProps {
  product: Product;
  eager: boolean;
  heading?: 'h2' | 'h3';
  /** For a badge if the product arrives before a festival. */
  terms?: DeliveryTerms | undefined;
}

export function ProductCard({ product, eager, heading: Heading = 'h2', terms }: ProductCardProps) {
  const [nameId, linkId] = [useId(), useId()];
  return (
    <article className={css.card} aria-labelledby={nameId}>
      <div className={css.frame}>
        <Picture
          url={product.images[0]?.url}
          alt=""
          sizes={SIZES}
          ratio="4 / 5"
          eager={eager}
          className={css.picture}
        />
        {terms?.festival && arrivesInTime(product, terms) && (
          <p className={css.arrival}>{messages.arrivesBefore(terms.festival.name)}</p>
        )}
      </div>
      <div className={css.badge}>
        <StockBadge stock={product.stock} />
      </div>
      <div className={css.wishlist}>
        <WishlistButton product={product} />
      </div>
      <div className={css.text}>
        <Heading id={nameId} className={css.name}>
          {product.name}
        </Heading>
        {product.rating && (
          <p className={css.rating}>
            <span aria-hidden="true">★</span> {messages.rating(product.rating.average, product.rating.count)}
          </p>
        )}
        <p className={css.description}>{cardDescription(product.description)}</p>
        <div className={css.foot}>
          <Price rupees={currentPrice(product)} regular={product.price} />
          {/* Covers the whole card. */}
          <Link
            to={`/product/${product._id}`}
            id={linkId}
            className={css.link}
            aria-labelledby={`${linkId} ${nameId}`}
            {...prefetchHandlers(() => prefetchProduct(product._id))}
          >
            {messages.shopNow}
          </Link>
        </div>
      </div>
    </article>
  );
}
