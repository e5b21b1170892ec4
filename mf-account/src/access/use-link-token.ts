import { useLocation } from '@rangavalli/web-kit/federation/router';

/** Returns the token of an email's link, which is in the fragment of the URL; undefined when the link is incomplete. */
export const useLinkToken = (): string | undefined =>
  new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? undefined;
