import { Link, useLocation } from '@rangavalli/web-kit/federation/router';
import { loginPath } from '../sign-in/sign-in.js';
import css from './AddToCart.module.css';
import type { Message } from './use-add-to-cart.js';

/** Shows the result of adding to the cart, with the next step. */
export function AddToCartMessage({ message: { kind, text, aside, next } }: { message: Message }) {
  const { pathname, search } = useLocation();
  return (
    <div className={css.message} data-kind={kind}>
      <p>
        <span>{text}</span>
        {aside && <span className={css.aside}>{aside}</span>}
      </p>
      {next && <Link to={loginPath(next === 'checkout' ? '/checkout' : pathname + search)}>Log in</Link>}
      {(kind === 'success' || aside) && <Link to="/cart">View cart</Link>}
    </div>
  );
}
