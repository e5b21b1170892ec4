import type { User } from '@rangavalli/contracts/entities/user';

const hasControlCharacter = (text: string): boolean => [...text].some((character) => character < ' ');

/** Returns a path of this shop, else undefined: anything else would be an open redirect. */
function ownPath(next: string | null): string | undefined {
  // Browsers drop tabs and line breaks and read `\` as `/`: `/\t/evil.example` is another site.
  if (
    !next?.startsWith('/') ||
    next.includes('\\') ||
    hasControlCharacter(next) ||
    !URL.canParse(next, location.origin)
  )
    return undefined;
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}

/** Specification §4. `role` is `admin` for all staff. */
export const nextPage = (role: User['role'], next: string | null): string =>
  role === 'admin' ? '/admin/dashboard' : (ownPath(next) ?? '/user/dashboard');
