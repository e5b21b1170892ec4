import type { GatewayConfig } from '../config.js';

type Sources = Pick<
  GatewayConfig,
  'PUBLIC_URL' | 'RAZORPAY_CHECKOUT_URL' | 'CLOUDINARY_UPLOAD_URL' | 'CLOUDINARY_DELIVERY_URL' | 'MEDIA_ORIGIN'
>;

/**
 * The Content-Security-Policy of every answer: own code only, and beside it the payment provider's script
 * and window, the page translator, the image host and the place of uploads.
 */
export function contentSecurityPolicy(config: Sources): Record<string, string[]> {
  const checkout = new URL(config.RAZORPAY_CHECKOUT_URL);
  // Razorpay's own script reaches for its sister hosts (api., cdn., lumberjack.).
  const razorpay = checkout.hostname.endsWith('.razorpay.com') ? ['https://*.razorpay.com'] : [checkout.origin];
  // Pictures carry the shop's public address, also where somebody opened it by another name (127.0.0.1, a phone's view of this machine).
  const media = new URL(config.CLOUDINARY_DELIVERY_URL ? config.PUBLIC_URL : config.MEDIA_ORIGIN).origin;
  const self = "'self'";
  // The page translator of the footer, loaded only when a visitor asks for it (shell/src/layout/translate-widget.ts):
  // its script, its code, and the list of languages that it takes as a script; its style; its mark and empty
  // pictures; the translations.
  const translator = {
    script: ['https://translate.google.com', 'https://translate.googleapis.com', 'https://translate-pa.googleapis.com'],
    style: ['https://www.gstatic.com'],
    image: [
      'https://www.gstatic.com',
      'https://fonts.gstatic.com',
      'https://www.google.com',
      'https://translate.google.com',
      'https://translate.googleapis.com',
    ],
    call: ['https://translate.googleapis.com', 'https://translate-pa.googleapis.com'],
  };
  return {
    'default-src': [self],
    'script-src': [self, ...razorpay, ...translator.script],
    'script-src-attr': ["'none'"],
    'style-src': [self, "'unsafe-inline'", ...translator.style],
    'img-src': [self, 'data:', 'blob:', media, ...razorpay, ...translator.image],
    'font-src': [self],
    'connect-src': [self, new URL(config.CLOUDINARY_UPLOAD_URL).origin, ...razorpay, ...translator.call],
    'frame-src': razorpay,
    'form-action': [self, ...razorpay],
    'object-src': ["'none'"],
    'base-uri': [self],
    'frame-ancestors': ["'none'"],
  };
}
