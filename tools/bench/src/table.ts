export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number, width: number): string =>
    column > 0 && /^[\d≤≥<–-]/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
  const formatRow = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', column, width)).join(' | ')} |`;
  const separator = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [formatRow(head), separator, ...rows.map(formatRow)].join('\n');
}

export const formatFigure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(1) : value.toFixed(2);

export const formatVerdict = (isMet: boolean | undefined): string => (isMet === undefined ? '' : isMet ? 'yes' : 'NO');
