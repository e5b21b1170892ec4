import { remoteOfPath } from './remote-paths.js';

/** What is known of a page by its path alone, before the slice that shows it has said a word. */
export interface PathHead {
  title: string;
  description?: string;
  hidden?: boolean;
}

const heads: Record<string, PathHead> = {
  '/': {
    title: '',
    description:
      'Customised, handloom and pattu sarees, family combos, kidswear and accessories, woven with care in India.',
  },
  '/customised-sarees': {
    title: 'Customised Sarees',
    description: 'Sarees made for you: choose the ground, the border and the blouse, and we weave and stitch to match.',
  },
  '/handloom-saree': {
    title: 'Handloom Sarees',
    description: 'Handloom sarees from weavers’ towns of the Deccan and beyond, soft from the first wear.',
  },
  '/pattu-saree': {
    title: 'Pattu Sarees',
    description: 'Pattu sarees in pure silk: contrast borders, temple teeth and honest zari.',
  },
  '/family-combo': {
    title: 'Customised Family Combos',
    description: 'One cloth for the whole family, from the bride’s pattu to the smallest pavadai.',
  },
  '/accessaries': {
    title: 'Accessories',
    description: 'Bags, jewellery and trimmings cut from the same cloth as our sarees.',
  },
  '/kidswear': {
    title: 'Kidswear',
    description: 'Pavadai sets and more for children, in cotton and silk that lets them play.',
  },
  '/pant': { title: 'Pants', description: 'Pants in handloom cotton and silk blends, to go with every kurta.' },
  '/all': { title: 'All Products', description: 'Every saree, combo and accessory of the shop in one place.' },
  '/trending': {
    title: 'Trending Collections',
    description: 'Nine weaves that everybody asks for this season, from Kanchipuram pattu to Tussar.',
  },
  '/about': {
    title: 'About Us',
    description: 'A boutique in Hyderabad that weaves heritage craftsmanship with modern aesthetics.',
  },
  '/contact': {
    title: 'Contact Us',
    description: 'Where the shop is, and how to call or write to us. A person answers.',
  },
  '/tnc': {
    title: 'Terms and Conditions',
    description: 'The terms that hold between you and the shop when you use this site or buy from it.',
  },
  '/refund': {
    title: 'Cancellation and Refund',
    description: 'When an order can be cancelled, and how damaged or wrong goods are refunded.',
  },
  '/shipping': {
    title: 'Shipping Delivery',
    description: 'How and when an order travels from our shelf to your door.',
  },
  '/privacy': {
    title: 'Privacy Policy',
    description: 'How we use and protect what you tell us when you use this site.',
  },
  '/search': { title: 'Search', hidden: true },
  '/cart': { title: 'Cart', hidden: true },
  '/checkout': { title: 'Checkout', hidden: true },
  '/payment-success': { title: 'Your order', hidden: true },
  '/login': { title: 'Login', description: 'Log in to see your orders, addresses and wishlist.', hidden: true },
  '/register': { title: 'Register', description: 'An account keeps your orders and addresses together.', hidden: true },
  '/forgot-password': { title: 'Forgot your password?', hidden: true },
  '/reset-password': { title: 'Set a new password', hidden: true },
  '/design': { title: 'Design', hidden: true },
};

/** Pages that a search engine should know: those of the list that are not hidden. */
export const publicPaths: readonly string[] = Object.keys(heads).filter((path) => !heads[path]?.hidden);

/** What the page at `path` says of itself until it knows better. */
export function headOfPath(path: string): PathHead {
  const known = heads[path === '/' ? path : path.replace(/\/+$/, '')];
  if (known) return known;
  if (path.startsWith('/product/')) return { title: 'Product' };
  const remote = remoteOfPath(path);
  if (remote === 'mf_admin') return { title: 'Admin', hidden: true };
  return remote ? { title: 'Your account', hidden: true } : { title: 'Page not found', hidden: true };
}
