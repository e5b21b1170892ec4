/** What a browser reads of a token; it can't check it, and need not. */
interface Claims {
  sub?: unknown;
  exp?: unknown;
}

function claimsOf(token: string): Claims {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as Claims;
  } catch {
    return {};
  }
}

/** The id of the account that a token speaks for; undefined where it can't be read. */
export function subjectOf(token: string): string | undefined {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : undefined;
}

/** How long a token is still good, ms; below zero when it is over, undefined where it does not say. */
export function lifeLeft(token: string, now = Date.now()): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 - now : undefined;
}
