import { formatShortDay } from '@rangavalli/web-kit/format/delivery-day';

export const messages = {
  festival: 'Festival delivery',
  arrivesBefore: ({ name, date }: { name: string; date: string }) => `Arrives before ${name} (${formatShortDay(date)})`,
  deliveredTo: (pincode: string, city = '') => `Delivered to ${city ? `${city} ` : ''}${pincode}`,
  deliveredNear: (city = '') =>
    `Delivered ${city ? `in ${city}` : 'near our shop'}. Enter your PIN code for your dates.`,
  noFestival: 'No festival is near enough, or today’s orders arrive after it.',
  notServed: 'We do not deliver there yet.',
  pincode: 'Delivery PIN code',
  enterPin: 'Enter a 6-digit PIN code, such as 500092.',
  apply: 'Use this PIN code',
};
