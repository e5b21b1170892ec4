export interface SizeChart {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  hint: string;
}

const HINT = 'Measured on the body, not on the garment. Between two sizes, take the larger one.';

const sizesByName: SizeChart = {
  columns: ['Size', 'Bust', 'Waist', 'Hips'],
  rows: [
    ['XS', '32 in', '26 in', '35 in'],
    ['S', '34 in', '28 in', '37 in'],
    ['M', '36 in', '30 in', '39 in'],
    ['L', '38 in', '32 in', '41 in'],
    ['XL', '40 in', '34 in', '43 in'],
    ['XXL', '42 in', '36 in', '45 in'],
  ],
  hint: HINT,
};
const blouses: SizeChart = {
  columns: ['Size', 'Bust', 'Waist', 'Shoulder'],
  rows: [
    ['30', '30 in', '25 in', '13 in'],
    ['32', '32 in', '27 in', '13½ in'],
    ['34', '34 in', '29 in', '14 in'],
    ['36', '36 in', '31 in', '14½ in'],
    ['38', '38 in', '33 in', '15 in'],
    ['40', '40 in', '35 in', '15½ in'],
    ['42', '42 in', '37 in', '16 in'],
  ],
  hint: `A blouse’s size is the bust in inches. ${HINT}`,
};
const children: SizeChart = {
  columns: ['Age', 'Height', 'Chest'],
  rows: [
    ['0-1Y', 'up to 80 cm', '48 cm'],
    ['1-2Y', '80–92 cm', '51 cm'],
    ['2-3Y', '92–98 cm', '54 cm'],
    ['4-5Y', '104–110 cm', '58 cm'],
    ['6-7Y', '116–122 cm', '62 cm'],
    ['8-9Y', '128–134 cm', '67 cm'],
    ['10-11Y', '140–146 cm', '73 cm'],
    ['12-13Y', '152–158 cm', '79 cm'],
  ],
  hint: 'Go by height rather than by age. Between two sizes, take the larger one: hems can be taken up.',
};
const bangles: SizeChart = {
  columns: ['Size', 'Inner diameter', 'Around the knuckles'],
  rows: [
    ['2.2', '54.0 mm', '170 mm'],
    ['2.4', '57.2 mm', '180 mm'],
    ['2.6', '60.3 mm', '190 mm'],
    ['2.8', '63.5 mm', '200 mm'],
    ['2.10', '66.7 mm', '210 mm'],
  ],
  hint: 'Bring thumb and little finger together and measure around the widest part of the hand.',
};

export const sizeCharts: readonly SizeChart[] = [sizesByName, blouses, children, bangles];

/** Returns the chart of a product's sizes; undefined for sizes without one, like 'Free Size'. */
export const sizeChartOf = (sizes: readonly string[]): SizeChart | undefined =>
  sizeCharts.find(({ rows }) => sizes.some((size) => rows.some(([name]) => name === size.toUpperCase())));
