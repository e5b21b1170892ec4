/** Fills `{name}` placeholders with percent-encoded values. */
export const fillPath = (template: string, params: Readonly<Record<string, string | number>> = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name] ?? '')));

/** Converts `{id}` to `:id` (Fastify, Nest). */
export const routePattern = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1');
