import { useEffect, useId, useRef, useState } from 'react';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { Link, useLocation, useNavigate } from '@rangavalli/web-kit/router';
import { useSession } from '@rangavalli/web-kit/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { QuantityStepper } from '@rangavalli/web-kit/ui/QuantityStepper';
import { SIGN_IN_MESSAGE, loginPath } from '../sign-in/sign-in.js';
import css from './AddToCart.module.css';
import { keepIntent, takeIntent, type Intent } from './intent.js';
import { SizePicker } from './SizePicker.js';
import { useAddToCart } from './use-add-to-cart.js';

/** The form behind the AddToCart fragment. */
export function AddToCartForm({ product }: AddToCartProps) {
  const [size, setSize] = useState<string>();
  const [quantity, setQuantity] = useState(1);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const headingId = useId();
  const { add, busy, sizeMissing, message } = useAddToCart(product);
  const soldOut = product.stock < 1;

  const change = (wanted: number) => {
    // Neither below 1 nor above stock (specification §5).
    if (wanted >= 1 && wanted <= product.stock) setQuantity(wanted);
  };
  const wanted = useRef<Intent['afterwards']>('stay');
  const buy = async (afterwards: Intent['afterwards'], intendedSize = size, pieces = quantity) => {
    wanted.current = afterwards;
    if ((await add(intendedSize, pieces)) && afterwards === 'checkout') void navigate('/checkout');
  };

  // Back from the login: what was wanted before it is done now.
  const signedIn = useSession() !== undefined;
  const resume = useRef(buy);
  useEffect(() => {
    resume.current = buy;
  });
  useEffect(() => {
    const intent = signedIn && !soldOut ? takeIntent(product._id) : undefined;
    if (!intent) return;
    setSize(intent.size || undefined);
    setQuantity(Math.min(intent.quantity, product.stock));
    void resume.current(intent.afterwards, intent.size, Math.min(intent.quantity, product.stock));
  }, [signedIn, soldOut, product._id, product.stock]);

  return (
    <section className={css.form} aria-labelledby={headingId}>
      <h2 id={headingId} className={css.hidden}>
        Buy {product.name}
      </h2>
      {product.sizes.length > 0 && <SizePicker sizes={product.sizes} chosen={size} missing={sizeMissing && !size} disabled={soldOut} onChoose={setSize} />}
      {!soldOut && (
        <div className={css.quantity}>
          <span className={css.label} aria-hidden="true">
            Quantity
          </span>
          <QuantityStepper quantity={quantity} stock={product.stock} label={product.name} onChange={change} />
          {product.stock < 5 && <span className={css.few}>Only {product.stock} left</span>}
        </div>
      )}
      <div className={css.buttons}>
        <Button look="secondary" wide disabled={soldOut} busy={busy} onClick={() => void buy('stay')}>
          Add to Cart
        </Button>
        <Button wide disabled={soldOut || busy} onClick={() => void buy('checkout')}>
          Shop Now
        </Button>
      </div>
      {soldOut && <p className={css.note}>This piece is out of stock, so it cannot be added to the cart now.</p>}
      {/* Always there, so that screen readers notice what comes into it. */}
      <div aria-live="polite">
        {message && (
          <p className={css.message} data-kind={message.kind}>
            <span>{message.text}</span>
            {message.text === SIGN_IN_MESSAGE && (
              <Link to={loginPath(pathname + search)} onClick={() => keepIntent({ productId: product._id, size: size ?? '', quantity, afterwards: wanted.current })}>
                Log in
              </Link>
            )}
            {message.kind === 'success' && <Link to="/cart">View cart</Link>}
          </p>
        )}
      </div>
    </section>
  );
}
