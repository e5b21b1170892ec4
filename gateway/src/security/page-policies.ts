import { type PageZone, pageZones } from '@rangavalli/contracts/page-zone';
import type { GatewayConfig } from '../config.js';

const CSP_REPORTS_PATH = '/api/csp-reports';
/** Name of the endpoint in `Reporting-Endpoints`. */
const REPORT_GROUP = 'csp';

type Directives = Record<string, readonly string[]>;

const SELF = "'self'";

/** `shell/src/layout/translate-widget.ts` */
const translator = {
  'script-src': [
    'https://translate.google.com',
    'https://translate.googleapis.com',
    'https://translate-pa.googleapis.com',
  ],
  'style-src': ['https://www.gstatic.com'],
  'img-src': [
    'https://www.gstatic.com',
    'https://fonts.gstatic.com',
    'https://www.google.com',
    'https://translate.google.com',
    'https://translate.googleapis.com',
  ],
  'connect-src': ['https://translate.googleapis.com', 'https://translate-pa.googleapis.com'],
} satisfies Directives;

/** Of the payment window: its script, its frame and the calls of both. */
function razorpayOrigins({ RAZORPAY_CHECKOUT_URL }: GatewayConfig): { window: string[]; metrics: string[] } {
  const { hostname, origin } = new URL(RAZORPAY_CHECKOUT_URL);
  return hostname.endsWith('.razorpay.com')
    ? { window: [origin, 'https://api.razorpay.com'], metrics: ['https://lumberjack.razorpay.com'] }
    : { window: [origin], metrics: [] };
}

/** What a zone needs besides the shop itself. */
function additionsOf(config: GatewayConfig): Record<PageZone, Directives> {
  const { window, metrics } = razorpayOrigins(config);
  // Image URLs have the public address, also on a page opened by another name of this machine.
  const media = [new URL(config.CLOUDINARY_DELIVERY_URL ? config.PUBLIC_URL : config.MEDIA_ORIGIN).origin];
  const uploads = [new URL(config.CLOUDINARY_UPLOAD_URL).origin];
  return {
    public: { ...translator, 'img-src': [...media, ...translator['img-src']], 'media-src': media },
    access: {},
    // Customers upload photos and videos for reviews.
    account: { 'img-src': media, 'media-src': media, 'connect-src': uploads },
    checkout: {
      'script-src': window,
      'img-src': [...media, ...window],
      'connect-src': [...window, ...metrics],
      'frame-src': window,
      'form-action': window,
    },
    admin: { 'img-src': media, 'media-src': media, 'connect-src': uploads },
  };
}

const commonDirectives: Directives = {
  'default-src': [SELF],
  'script-src': [SELF],
  'script-src-attr': ["'none'"],
  'style-src': [SELF, "'unsafe-inline'"],
  'img-src': [SELF, 'data:', 'blob:'],
  'media-src': [SELF],
  'font-src': [SELF],
  'connect-src': [SELF],
  'frame-src': [],
  'form-action': [SELF],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'report-uri': [CSP_REPORTS_PATH],
  'report-to': [REPORT_GROUP],
};

export const reportingEndpoints = `${REPORT_GROUP}="${CSP_REPORTS_PATH}"`;

/** Returns the content security policy of each zone. */
export function contentSecurityPolicies(config: GatewayConfig): Record<PageZone, string> {
  const additions = additionsOf(config);
  const policyOf = (zone: PageZone) =>
    Object.entries(commonDirectives)
      .map(([name, sources]) => [name, ...withAdditions(sources, additions[zone][name])].join(' '))
      .join('; ');
  return Object.fromEntries(pageZones.map((zone) => [zone, policyOf(zone)])) as Record<PageZone, string>;
}

function withAdditions(sources: readonly string[], added: readonly string[] = []): readonly string[] {
  const all = [...sources, ...added];
  return all.length > 0 ? all : ["'none'"];
}

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Returns the permissions policy of each zone: passkeys for the shop itself, payment for Razorpay in `checkout`. */
export function permissionsPolicies(config: GatewayConfig): Record<PageZone, string> {
  const payment = ['self', ...razorpayOrigins(config).window.map((origin) => `"${origin}"`)].join(' ');
  const policyOf = (zone: PageZone) =>
    [
      ...unusedFeatures.map((feature) => `${feature}=()`),
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
      `payment=(${zone === 'checkout' ? payment : ''})`,
    ].join(', ');
  return Object.fromEntries(pageZones.map((zone) => [zone, policyOf(zone)])) as Record<PageZone, string>;
}
