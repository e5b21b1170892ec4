const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' });
const dayAndTime = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

function format(formatter: Intl.DateTimeFormat, time: string | undefined): string {
  const date = time ? new Date(time) : undefined;
  return date && !Number.isNaN(date.getTime()) ? formatter.format(date) : 'N/A';
}

/** `N/A` when missing (specification §2). */
export const formatDay = (time: string | undefined): string => format(day, time);

export const formatDateTime = (time: string | undefined): string => format(dayAndTime, time);
