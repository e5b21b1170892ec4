/** Rows of words as a table for a terminal and for Markdown alike; figures stand at the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const isFigure = (text: string): boolean => /^[\d≤≥<–-]/.test(text);
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (column > 0 && isFigure(cells[column] ?? '') ? (cells[column] ?? '').padStart(width) : (cells[column] ?? '').padEnd(width))).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** 34,110 and 0.81 and 12.4: three figures or so. */
export const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** Whether an aim holds; nothing where there is none. */
export const verdict = (holds: boolean | undefined): string => (holds === undefined ? '' : holds ? 'yes' : 'NO');
