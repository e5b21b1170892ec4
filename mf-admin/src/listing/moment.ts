const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** A moment (ISO 8601, UTC) to the minute, in the reader's own time zone. */
export const formatMoment = (at: string): string => moment.format(new Date(at));
