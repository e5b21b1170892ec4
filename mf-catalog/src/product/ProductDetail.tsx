import type { Product } from '@rangavalli/contracts/entities/product';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { Heart } from '../wishlist/Heart.js';
import { StockBadge } from '../products/StockBadge.js';
import { Gallery } from './Gallery.js';
import { MoreProducts } from './MoreProducts.js';
import { NotifyMe } from './notify/NotifyMe.js';
import css from './ProductPage.module.css';
import { AddToCartSkeleton } from './ProductSkeleton.js';
import { Share } from './Share.js';
import { SizeGuide } from './SizeGuide.js';
import { useProductMeta } from './use-product-meta.js';
import { weaveNote } from './weave-notes.js';

const facts = ({ fabric, weave, colour, occasion }: Product) =>
  Object.entries({ Fabric: fabric, Weave: weave, Colour: colour, Occasion: occasion }).filter(([, value]) => value);

/** All about one product; the way into the cart belongs to mf-checkout and may be missing for a while (rule 8). `onStale` loads the product again. */
export function ProductDetail({ product, onStale }: { product: Product; onStale: () => void }) {
  const { _id, name, price, stock, sizes, description, images } = product;
  const weave = weaveNote(product.weave);
  useProductMeta(product);
  return (
    <>
      <article className={css.columns}>
        <Gallery images={images} name={name} />
        <div className={css.facts}>
          <StockBadge stock={stock} />
          <h1 className={css.name}>{name}</h1>
          <p className={css.price}>
            <Price rupees={price} large />
          </p>
          <Fragment
            name="AddToCart"
            props={{ product: { _id, name, price, stock, sizes, sizeStock: product.sizeStock } }}
            loading={<AddToCartSkeleton />}
            when="visible"
            failed={(retry) => (
              <ErrorState
                compact
                title="Adding to the cart is not possible right now."
                text="This part of the shop could not be loaded. Everything else on this page works."
                onRetry={retry}
              />
            )}
          />
          <NotifyMe product={product} onInStock={onStale} />
          <div className={css.extras}>
            <Heart product={product} labelled />
            <SizeGuide sizes={sizes} />
            <Share name={name} price={price} />
          </div>
          {description && (
            <section className={css.section}>
              <h2 className={css.heading}>Description</h2>
              <p className={css.description}>{description}</p>
            </section>
          )}
          {facts(product).length > 0 && (
            <section className={css.section}>
              <h2 className={css.heading}>The cloth</h2>
              <dl className={css.list}>
                {facts(product).map(([term, value]) => (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              {weave && (
                <>
                  <p className={css.story}>{weave.story}</p>
                  <p className={css.story}>
                    <strong>Care.</strong> {weave.care}
                  </p>
                </>
              )}
            </section>
          )}
          <DeliveryFacts />
        </div>
      </article>
      <MoreProducts product={product} />
    </>
  );
}

/** What the policy pages say, in short (specification §9). */
function DeliveryFacts() {
  return (
    <section className={css.section}>
      <h2 className={css.heading}>Delivery and returns</h2>
      <ul className={css.points}>
        <li>
          Handed to the courier within 0–7 days of order and payment, or by the agreed date. Delivery is confirmed by
          email.
        </li>
        <li>Nothing is added at the checkout: you pay the price times the number of pieces.</li>
        <li>An order can be cancelled immediately after ordering, until shipping has started.</li>
        <li>
          Damaged, defective or not as shown: tell us within 7 days of receipt. An approved refund takes 3–5 business
          days.
        </li>
      </ul>
      <p className={css.story}>
        More about <Link to="/shipping">shipping and delivery</Link> and{' '}
        <Link to="/refund">cancellation and refund</Link>.
      </p>
    </section>
  );
}
