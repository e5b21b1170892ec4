import { pinCsvColumns, pinOverride, type PinOverride } from '@rangavalli/contracts/entities/delivery';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';

export interface CsvError {
  /** As in a spreadsheet: the headings are row 1. */
  row: number;
  message: string;
}

const YES_OR_NO: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  no: false,
  n: false,
  false: false,
};

/**
 * Reads PIN codes with their rules from CSV text: columns in any order, with or without quotes. No cell can contain a
 * comma. Empty lines are skipped.
 */
export function readPinsCsv(csv: string): { pins: PinOverride[]; errors: CsvError[] } {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const headings = cellsOf(lines[0] ?? '').map((heading) => heading.toLowerCase());
  const missing = pinCsvColumns.slice(0, 2).filter((name) => !headings.includes(name));
  if (missing.length > 0) return { pins: [], errors: [{ row: 1, message: `Column missing: ${missing.join(', ')}.` }] };

  const pins: PinOverride[] = [];
  const errors: CsvError[] = [];
  const rowOfPin = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue;
    const row = index + 1;
    const cells = cellsOf(line);
    const pin = readRow((name) => cells[headings.indexOf(name)] ?? '');
    const first = typeof pin === 'string' ? undefined : rowOfPin.get(pin.pincode);
    if (typeof pin === 'string') errors.push({ row, message: pin });
    else if (first !== undefined) errors.push({ row, message: `${pin.pincode} is in row ${first} too.` });
    else {
      rowOfPin.set(pin.pincode, row);
      pins.push(pin);
    }
  }
  if (pins.length + errors.length === 0) errors.push({ row: 2, message: 'The file has no rows.' });
  return { pins, errors };
}

const cellsOf = (line: string): string[] =>
  line.split(',').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

/** Returns what is wrong with a row as a sentence. */
function readRow(cell: (name: (typeof pinCsvColumns)[number]) => string): PinOverride | string {
  const pincode = cell('pincode').replaceAll(' ', '');
  const [served, cod] = [cell('served').toLowerCase(), cell('cod').toLowerCase()];
  if (!(served in YES_OR_NO)) return 'Column “served”: enter yes or no.';
  if (cod && !(cod in YES_OR_NO)) return 'Column “cod”: enter yes, no or nothing.';
  for (const name of ['from', 'to'] as const)
    if (!/^\d*$/.test(cell(name))) return `Column “${name}”: enter a number of days, or nothing.`;
  const { success, data, error } = pinOverride.safeParse({
    pincode,
    isServed: YES_OR_NO[served],
    ...(cod ? { cod: YES_OR_NO[cod] } : {}),
    ...(cell('from') ? { from: Number(cell('from')) } : {}),
    ...(cell('to') ? { to: Number(cell('to')) } : {}),
  });
  if (!success) {
    const [issue] = error.issues;
    return `Column “${String(issue?.path[0] ?? 'pincode')}”: ${issue?.message ?? 'is invalid'}`;
  }
  return findPinPlace(pincode) ? data : `${pincode} is not a PIN code in India.`;
}
