const PUBLIC_VALUE = /stand-?in/i;

/** Variables that may point at a stand-in, and what the provider's own addresses look like. */
const PROVIDER_ADDRESSES: Readonly<Record<string, RegExp>> = {
  RAZORPAY_API_URL: /^https:\/\/([\w-]+\.)*razorpay\.com(\/|$)/,
  RAZORPAY_CHECKOUT_URL: /^https:\/\/([\w-]+\.)*razorpay\.com\//,
  SHIPROCKET_API_URL: /^https:\/\/([\w-]+\.)*shiprocket\.in(\/|$)/,
  DELHIVERY_API_URL: /^https:\/\/([\w-]+\.)*delhivery\.com(\/|$)/,
  MSG91_API_URL: /^https:\/\/([\w-]+\.)*msg91\.com(\/|$)/,
  WHATSAPP_API_URL: /^https:\/\/graph\.facebook\.com(\/|$)/,
  /** Push services besides those of the browsers are stand-ins. */
  PUSH_HOSTS: /^$/,
  CLOUDINARY_URL: /^(?!.*[?&]upload_prefix=(?!https:\/\/([\w-]+\.)*cloudinary\.com(\/|&|$)))/,
  CLOUDINARY_UPLOAD_URL: /^https:\/\/([\w-]+\.)*cloudinary\.com\//,
  /** Only the stand-in's pictures are delivered through the gateway. */
  CLOUDINARY_DELIVERY_URL: /^$/,
};

/**
 * Returns why variables may not be used in production, by name. Values that contain "stand-in" are public; stand-ins
 * for the payment provider, couriers and the image host are accepted with STAND_INS=allowed.
 */
export function findStandIns(env: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(env)) {
    const address = PROVIDER_ADDRESSES[name];
    if (value === undefined || value === '') continue;
    if (PUBLIC_VALUE.test(value)) found.set(name, 'is a public stand-in value, which production refuses');
    else if (address && !address.test(value) && env['STAND_INS'] !== 'allowed')
      found.set(name, 'points at a stand-in, which production refuses without STAND_INS=allowed');
  }
  return found;
}
