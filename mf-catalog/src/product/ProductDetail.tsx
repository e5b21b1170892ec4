import type { Product } from '@rangavalli/contracts/entities/product';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { StockBadge } from '../products/StockBadge.js';
import { Gallery } from './Gallery.js';
import css from './ProductPage.module.css';
import { AddToCartSkeleton } from './ProductSkeleton.js';

const facts = ({ fabric, weave, colour, occasion }: Product) =>
  Object.entries({ Fabric: fabric, Weave: weave, Colour: colour, Occasion: occasion }).filter(([, value]) => value);

/** All about one product; the way into the cart belongs to mf-checkout and may be missing for a while (rule 8). */
export function ProductDetail({ product }: { product: Product }) {
  const { _id, name, price, stock, sizes, description, images } = product;
  return (
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
          props={{ product: { _id, name, price, stock, sizes } }}
          loading={<AddToCartSkeleton />}
          failed={(retry) => (
            <ErrorState
              compact
              title="Adding to the cart is not possible right now."
              text="This part of the shop could not be loaded. Everything else on this page works."
              onRetry={retry}
            />
          )}
        />
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
          </section>
        )}
      </div>
    </article>
  );
}
