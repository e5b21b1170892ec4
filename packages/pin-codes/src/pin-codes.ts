import { TABLE } from './table.js';

export interface PinPlace {
  /** The town of the delivery post office; the district where the data has no town. */
  city: string;
  district: string;
  state: string;
  /** GST state code, two digits. */
  stateCode: string;
  /** A post office that moves with its unit: the customer enters city and state, which are empty here. */
  army?: true;
}

const ARMY_PLACE: PinPlace = { city: '', district: '', state: '', stateCode: '', army: true };
/** Post offices of the army have codes from 900000; their list is not public. */
const ARMY_PIN = /^9\d{5}$/;
/** Such as 999999: entered instead of a code. */
const REPEATED_DIGIT = /^(\d)\1+$/;

let places: ReadonlyMap<number, PinPlace> | undefined;

/**
 * Returns the place of a PIN code, or undefined for a code that does not exist. Some codes cross a border: the shopper
 * may correct the place.
 * @param pincode six digits
 */
export function findPinPlace(pincode: string): PinPlace | undefined {
  if (!/^[1-9]\d{5}$/.test(pincode)) return undefined;
  if (ARMY_PIN.test(pincode)) return REPEATED_DIGIT.test(pincode) ? undefined : ARMY_PLACE;
  places ??= parseTable();
  return places.get(Number(pincode));
}

/**
 * Whether an address with this PIN code may lie in a state: another code of its sorting district, the first three
 * digits, lies there. Army post offices may lie in any.
 */
export function mayBeInState(pincode: string, stateCode: string): boolean {
  const place = findPinPlace(pincode);
  if (!place || place.army || place.stateCode === stateCode) return place !== undefined;
  const first = 1_000 * Math.floor(Number(pincode) / 1_000);
  for (let pin = first; pin < first + 1_000; pin += 1) if (places?.get(pin)?.stateCode === stateCode) return true;
  return false;
}

let stateCodes: ReadonlyMap<string, string> | undefined;

/** Returns the GST code of a state by its name, in any case; undefined for other texts. */
export function findStateCode(state: string): string | undefined {
  stateCodes ??= new Map(
    [...TABLE.matchAll(/=(\d\d) ([^;]+)/g)].map(([, code = '', name = '']) => [stateKey(name), code] as const),
  );
  return stateCodes.get(stateKey(state));
}

const stateKey = (state: string): string =>
  state
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '');

/** Places share one object per city. */
function parseTable(): Map<number, PinPlace> {
  const parsed = new Map<number, PinPlace>();
  let [stateCode, state, district] = ['', '', ''];
  for (const entry of TABLE.split(';').map((text) => text.trim())) {
    if (entry.startsWith('=')) [stateCode, state] = [entry.slice(1, 3), entry.slice(4)];
    else if (entry.startsWith('-')) district = entry.slice(1);
    else {
      const [city = '', ranges = ''] = entry.split(':');
      const place: PinPlace = { city, district, state, stateCode };
      for (const pin of pinsIn(ranges)) parsed.set(pin, place);
    }
  }
  return parsed;
}

function* pinsIn(ranges: string): Generator<number> {
  let thousands = 0;
  for (const range of ranges.split(/\s+/).filter(Boolean)) {
    const [start = '', end = start] = range.split('-');
    if (start.length === 6) thousands = Number(start.slice(0, 3)) * 1_000;
    const to = thousands + Number(end.slice(-3));
    for (let pin = thousands + Number(start.slice(-3)); pin <= to; pin += 1) yield pin;
  }
}
