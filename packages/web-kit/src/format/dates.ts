const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' });

/** Formats an ISO 8601 time as a date in the reader's time zone; `N/A` when missing (specification §2). */
export function formatDay(moment: string | undefined): string {
  const time = moment ? new Date(moment) : undefined;
  return time && !Number.isNaN(time.getTime()) ? day.format(time) : 'N/A';
}
