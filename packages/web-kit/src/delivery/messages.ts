import { formatDeliveryDay, formatShortDay } from '../format/delivery-day.js';
import { formatRupees } from '../format/money.js';

export const messages = {
  pincode: 'Delivery PIN code',
  check: 'Check',
  enterPin: 'Enter a 6-digit PIN code, such as 500092.',
  why: 'See when your order arrives.',
  deliverTo: (pincode: string, city = '') => `Deliver to ${city ? `${city} ` : ''}${pincode}`,
  change: 'Change',
  changeLabel: 'Change delivery PIN code',
  deliveredBy: (to: string) => `Delivered by ${formatDeliveryDay(to)}`,
  cod: 'Cash on delivery available',
  prepaid: 'No cash on delivery',
  free: 'Free delivery',
  charge: (rupees: number) => `Delivery ${formatRupees(rupees)}`,
  addForFree: (rupees: number) => `Add ${formatRupees(rupees)} for free delivery`,
  arrivesBefore: ({ name, date }: { name: string; date: string }, city = '') =>
    `Arrives before ${name} (${formatShortDay(date)})${city ? ` in ${city}` : ''}`,
  notServed: (pincode: string) => `Not deliverable to PIN code ${pincode} yet.`,
  notifyMe: 'Notify me',
  notifyText: 'We’ll write to you when we deliver there.',
  email: 'Your email',
  enterEmail: 'Please enter your email address.',
  invalidEmail: 'Please enter a valid email address.',
  failed: 'The delivery date could not be loaded.',
  retry: 'Try again',
  loading: 'Loading the delivery date',
};
