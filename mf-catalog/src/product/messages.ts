import { formatRupees } from '@rangavalli/web-kit/format/money';

export const messages = {
  rating: (average: number, count: number) => `${average} · ${count === 1 ? '1 review' : `${count} reviews`}`,
  reviewsFailed: 'The reviews could not be loaded.',
  picture: (name: string, number: number, count: number) =>
    count > 1 ? `${name}, picture ${number} of ${count}` : name,
  pictures: 'Pictures',
  showPicture: (number: number) => `Show picture ${number}`,
  video: (name: string) => `${name}, video`,
  showVideo: 'Show the video',
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  pictureOf: (number: number, count: number) => `Picture ${number} of ${count}`,
  openZoom: 'Look closer',
  zoomFailed: 'The picture could not be opened.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  previous: 'Previous',
  next: 'Next',

  notFound: 'Product not found',
  product: 'Product',
  unavailable: 'This product is no longer available.',
  unavailableText: 'It may have been discontinued, or the link is incorrect.',
  browseAll: 'Browse all products',
  loadFailed: 'We could not load this product.',
  loading: 'Loading product…',
  addToCartFailed: 'Add to cart is temporarily unavailable.',
  addToCartFailedText: 'Please try again.',

  saving: (priceNow: number, price: number) => {
    const paise = Math.round((price - priceNow) * 100);
    return `You save ${formatRupees(paise / 100)} (${Math.floor(paise / price)} %).`;
  },
  mrp: (price: number) => `MRP ${formatRupees(price)} inclusive of all taxes`,

  description: 'Description',
  details: 'Product details',
  fabric: 'Fabric',
  weave: 'Weave',
  colour: 'Colour',
  occasion: 'Occasion',
  origin: 'Origin',
  care: 'Care',
  deliveryFailed: 'The delivery date could not be loaded.',
  information: 'Product information',
  informationFailed: 'The product information could not be opened.',
  delivery: 'Delivery and returns',
  /** Specification §9, in short. */
  deliveryFacts: [
    'Handed to the courier within 0–7 days of order and payment, or by the agreed date. Delivery is confirmed by email.',
    'Free delivery. No taxes or fees are added at checkout.',
    'Cancel any time before dispatch.',
    'Damaged, defective or not as shown? Let us know within 7 days of receipt. Approved refunds take 3–5 business days.',
  ],
  readMore: 'Read more about',
  shippingPolicy: 'shipping and delivery',
  and: 'and',
  refundPolicy: 'cancellation and refund',

  related: 'You may also like',
  recentlyViewed: 'Recently viewed',
  enquire: 'Ask on WhatsApp',
  enquiry: (name: string, url: string) => `Hello! I have a question about “${name}”: ${url}`,
  call: (phone: string) => `Call us: ${phone}`,
  share: 'Share',
  whatsApp: 'WhatsApp',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  copyFailed: 'Could not copy the link. Please copy it from the address bar.',
  sizeChart: 'Size chart',
  sizeChartFailed: 'The size chart could not be opened.',
};
