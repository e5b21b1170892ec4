/** Fills a path template: `fillPath('/orders/{orderId}', { orderId })`. Values are percent-encoded. */
export const fillPath = (template: string, params: Readonly<Record<string, string | number>> = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name] ?? '')));

/** Converts a path template to a route of Fastify or Nest: `{id}` becomes `:id`. */
export const routePattern = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1');
