import { useMemo } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { Link } from '@rangavalli/web-kit/federation/router';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { StockBadge } from '../products/ProductCard.js';
import { WishlistButton } from '../wishlist/WishlistButton.js';
import { BelowFold } from './BelowFold.js';
import { ContactLinks } from './ContactLinks.js';
import { Delivery } from './Delivery.js';
import { Gallery } from './Gallery.js';
import { Information } from './information/Information.js';
import { messages } from './messages.js';
import { NotifyMe } from './notify/NotifyMe.js';
import css from './ProductPage.module.css';
import { AddToCartSkeleton } from './ProductSkeleton.js';
import { Share } from './Share.js';
import { SizeGuide } from './SizeGuide.js';
import { useProductMeta } from './use-product-meta.js';

const facts = ({ fabric, weave, colour, occasion, origin, care }: Product) =>
  Object.entries({
    [messages.fabric]: fabric,
    [messages.weave]: weave,
    [messages.colour]: colour,
    [messages.occasion]: occasion,
    [messages.origin]: origin,
    [messages.care]: care,
  }).filter(([, value]) => value);

/** A product's page; the rest works while the AddToCart fragment is down. `onStale` reloads the product. */
export function ProductDetail({ product, onStale }: { product: Product; onStale: () => void }) {
  const { _id, name, price, sale, stock, sizes, sizeStock, description, images, personalisationFields, video, rating } =
    product;
  const priceNow = currentPrice(product);
  // An update before hydration would replace the fragment's server-rendered HTML.
  const offer = useMemo(
    () => ({ _id, name, price, sale, stock, sizes, sizeStock, personalisationFields }),
    [_id, name, price, sale, stock, sizes, sizeStock, personalisationFields],
  );
  useProductMeta(product);
  return (
    <>
      <article className={css.columns}>
        <Gallery images={images} video={video} name={name} />
        <div className={css.facts}>
          <StockBadge stock={stock} />
          <h1 className={css.name}>{name}</h1>
          {rating && (
            <p className={css.rating}>
              <span aria-hidden="true">★</span> {messages.rating(rating.average, rating.count)}
            </p>
          )}
          <p className={css.price}>
            <Price rupees={priceNow} regular={price} large />
            <small className={css.mrp}>
              {priceNow < price && `${messages.saving(priceNow, price)} `}
              {messages.mrp(price)}
            </small>
          </p>
          <Fragment
            name="AddToCart"
            props={{ product: offer }}
            loading={<AddToCartSkeleton />}
            failed={(retry) => (
              <ErrorState
                compact
                title={messages.addToCartFailed}
                text={messages.addToCartFailedText}
                onRetry={retry}
              />
            )}
          />
          <NotifyMe product={product} onInStock={onStale} />
          <Delivery product={product} />
          <div className={css.extras}>
            <WishlistButton product={product} labelled />
            <SizeGuide sizes={sizes} />
            <Share name={name} price={priceNow} />
            <ContactLinks name={name} />
          </div>
          <div className={css.later}>
            {description && (
              <section className={css.section}>
                <h2 className={css.heading}>{messages.description}</h2>
                <p className={css.description}>{description}</p>
              </section>
            )}
            {facts(product).length > 0 && (
              <section className={css.section}>
                <h2 className={css.heading}>{messages.details}</h2>
                <dl className={css.list}>
                  {facts(product).map(([term, value]) => (
                    <div key={term}>
                      <dt>{term}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            )}
            <Information product={product} />
            <section className={css.section}>
              <h2 className={css.heading}>{messages.delivery}</h2>
              <ul className={css.points}>
                {messages.deliveryFacts.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
              <p className={css.story}>
                {messages.readMore} <Link to="/shipping">{messages.shippingPolicy}</Link> {messages.and}{' '}
                <Link to="/refund">{messages.refundPolicy}</Link>.
              </p>
            </section>
          </div>
        </div>
      </article>
      <BelowFold>
        {rating && (
          <LazyPart
            id="mf-catalog/reviews"
            load={async () => (await import('../reviews/Reviews.js')).Reviews}
            props={{ product }}
            failed={messages.reviewsFailed}
          />
        )}
        <LazyPart
          id="mf-catalog/questions"
          load={async () => (await import('../questions/Questions.js')).Questions}
          props={{ product }}
          failed={messages.questionsFailed}
        />
      </BelowFold>
      <LazyPart
        id="mf-catalog/more-products"
        load={async () => (await import('./MoreProducts.js')).MoreProducts}
        props={{ product }}
        failed={messages.moreFailed}
      />
    </>
  );
}
