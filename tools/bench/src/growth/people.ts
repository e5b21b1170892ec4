import { ObjectId } from 'mongodb';

export interface Person {
  id: ObjectId;
  name: string;
  email: string;
  phone: string;
}

const firstNames = ['Meera', 'Asha', 'Lakshmi', 'Anitha', 'Kavya', 'Sita', 'Radha', 'Divya', 'Priya', 'Nandini'];
const middleNames = ['Bala', 'Devi', 'Kumari', 'Rani', 'Valli', 'Sri', 'Jyothi', 'Latha', 'Prabha', 'Mala'];
const lastNames = ['Nair', 'Rao', 'Reddy', 'Iyer', 'Sharma', 'Patel', 'Menon', 'Gupta', 'Das', 'Varma', 'Pillai'];

export const DAY_MS = 86_400_000;

/** Returns an id whose first four bytes are the time, as the store's lists expect, and whose rest is the number. */
export const idAt = (time: number, number: number): ObjectId =>
  new ObjectId(
    Math.floor(time / 1_000)
      .toString(16)
      .padStart(8, '0') + number.toString(16).padStart(16, '0'),
  );

/** Returns the nth customer, always the same. Common names, and a number in the address and the telephone number. */
export const personOf = (number: number, start: number): Person => {
  const pick = (names: readonly string[], stride: number) => names[Math.floor(number / stride) % names.length] ?? '';
  const name = `${pick(firstNames, 1)} ${pick(middleNames, 10)} ${pick(lastNames, 100)}`;
  return {
    id: idAt(start, number),
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}.${number}@example.com`,
    phone: `+91 9${String((number * 7_919 + 13) % 1_000_000_000).padStart(9, '0')}`,
  };
};
