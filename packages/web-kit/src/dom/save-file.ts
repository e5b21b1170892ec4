/** Saves a file on the visitor's device. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** `products-2026-01-15.csv` */
export const datedName = (name: string, ending: string): string =>
  `${name}-${new Date().toISOString().slice(0, 10)}.${ending}`;
