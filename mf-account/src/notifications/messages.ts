import { brand } from '@rangavalli/contracts/brand';
import type { NotificationChannel } from '@rangavalli/contracts/notification-kinds';

const channels: Record<NotificationChannel, string> = {
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  email: 'Email',
  push: 'This browser',
};

export const messages = {
  title: 'Notifications',
  backToProfile: 'Back to Profile',
  loadFailed: 'Your choices could not be loaded.',
  loading: 'Loading your choices',
  what: 'What we notify you about',
  whatLead:
    'Each message is sent once, by the first of your channels that works. ' +
    'Order confirmations, cancellations, refunds and security notices are always sent.',
  channels,
  groups: {
    orders: { title: 'Orders and payment', text: 'Confirmation, failed payment, cancellation and refund.' },
    delivery: { title: 'Delivery', text: 'Dispatch, tracking, delays and delivery.' },
    returns: { title: 'Returns and exchanges', text: 'Pickup, inspection and what you get for them.' },
    requested: { title: 'Alerts you asked for', text: 'Back in stock, and delivery to your PIN code.' },
    marketing: { title: 'Offers and reminders', text: 'Price drops on your wishlist, reviews, and your cart.' },
    security: { title: 'Account and security', text: 'Codes, new logins and changes to your account.' },
  },
  alwaysSent: 'Always sent',
  label: (group: string, channel: string) => `${group} by ${channel}`,
  saved: 'Your choices are saved.',
  marketingOff: 'You get none of these until you agree to them under',
  yourData: 'Your data',
  whatsAppOff: 'WhatsApp is off until you agree to it below.',
  phone: 'Mobile number',
  phoneLead: 'For SMS and WhatsApp. We send a code by SMS to check that the number is yours.',
  phoneVerified: (number: string) => `${number} is verified.`,
  verified: 'Verified',
  phoneLabel: 'Mobile number',
  phoneHint: 'Ten digits, in India.',
  enterPhone: 'Please enter your mobile number.',
  sendCode: 'Send code',
  changePhone: 'Use another number',
  codeLabel: 'Code from the SMS',
  enterCode: 'Please enter the six digits.',
  verify: 'Verify number',
  serverError: 'It could not be saved. Please try again.',
  whatsApp: 'WhatsApp',
  whatsAppLead: 'Off unless you switch it on.',
  whatsAppSwitch: `Send me messages about my orders on WhatsApp`,
  whatsAppConsent:
    `I agree that ${brand.name} sends messages about my orders to my mobile number on WhatsApp, ` +
    'a service of Meta. I can switch it off here at any time; messages then come by SMS or email.',
  whatsAppNeedsPhone: 'Please verify your mobile number first.',
  whatsAppSince: (day: string) => `You agreed on ${day}.`,
  whatsAppEnded: (day: string) => `You switched it off on ${day}.`,
  quiet: 'Quiet hours',
  quietLead:
    'Messages that can wait arrive in the morning. Codes, deliveries of the day and security notices do not wait.',
  quietSwitch: 'Do not disturb me at night',
  from: 'From',
  until: 'Until',
  inIst: 'Time in India (IST)',
  saveHours: 'Save quiet hours',
  enterTime: 'Please enter a time such as 21:00.',
  push: 'Notifications in this browser',
  pushLead: 'Shown on this device, also while the shop is closed.',
  pushSwitch: 'Show notifications in this browser',
  pushUnsupported: 'This browser cannot show notifications. On an iPhone, add the shop to the home screen first.',
  pushNotSetUp: 'The shop does not send notifications to browsers at present.',
  pushDenied:
    'This browser blocks notifications from the shop. Allow them in the site settings, ' +
    'beside the address of the page, then switch them on here.',
  pushFailed: 'This browser could not be connected. Please try again.',
  pushElsewhere: (count: number) => (count === 1 ? 'On in 1 browser.' : `On in ${count} browsers.`),
};
