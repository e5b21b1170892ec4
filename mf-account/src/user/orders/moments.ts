const format = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** A moment (ISO 8601, UTC) with its time of day, in the reader's own time zone; `N/A` where there is none. */
export function formatMoment(moment: string | undefined): string {
  const time = moment ? new Date(moment) : undefined;
  return time && !Number.isNaN(time.getTime()) ? format.format(time) : 'N/A';
}
