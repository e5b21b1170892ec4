const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' });

/** A moment (ISO 8601, UTC) as a day in the reader's own time zone; `N/A` where there is none (specification §2). */
export function formatDay(moment: string | undefined): string {
  const time = moment ? new Date(moment) : undefined;
  return time && !Number.isNaN(time.getTime()) ? day.format(time) : 'N/A';
}
