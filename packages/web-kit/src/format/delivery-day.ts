const weekday = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `Thu 3 Dec` of an ISO date. */
export const formatDeliveryDay = (date: string): string => weekday.format(new Date(date)).replace(',', '');

/** `14 Jan` of an ISO date. */
export const formatShortDay = (date: string): string => day.format(new Date(date));

/** `Thu 3 Dec to Sat 5 Dec`, or one day when both are the same. */
export const formatDeliveryDays = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatDeliveryDay(to) : `${formatDeliveryDay(from)} to ${formatDeliveryDay(to)}`;
