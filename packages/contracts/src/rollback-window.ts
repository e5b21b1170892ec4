/**
 * Days in which a release can be selected by a link after another one has replaced it, unless the shell has another
 * ROLLBACK_WINDOW_DAYS, and in which NATS keeps its permissions.
 */
export const ROLLBACK_WINDOW_DAYS = 30;
