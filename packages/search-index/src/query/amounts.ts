import { foldText } from '../text.js';

/** Words `from` to before `to` of a query that limit the price, paise. */
export interface PricePhrase {
  from: number;
  to: number;
  minPaise?: number;
  maxPaise?: number;
}

const PAISE = 100;
const AROUND = 0.2;
/** A bare number from here on is a budget. */
const MIN_BARE_BUDGET = 500;
const MIN_RANGE_PRICE = 100;
export const YEAR = /^20[2-4]\d$/;
/** A phone number or an article's number is no price. */
const MAX_RUPEES = 1_000_000;

const anyOf = (phrases: string): string =>
  foldText(phrases)
    .split(',')
    .map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '))
    .sort((a, b) => b.length - a.length)
    .join('|');

const currency = anyOf(
  'rs, inr, rupees, rupee, rupaye, rupaya, rupayalu, रुपये, रुपए, रुपयों, రూపాయల, రూపాయలు, రూ, ரூபாய், ரூ, ರೂಪಾಯಿ, ರೂ',
);
const below = anyOf(
  `under, below, less than, upto, up to, within, max, maximum, not more than, no more than, budget, lower than,
  cheaper than, below than, under than, price below, price under, priced under, in budget, at most`,
);
const belowAfter = anyOf(
  `se kam, ke andar, ke under, tak, ke niche, ke neeche, lopu, lopala, varaku, kante takkuva, kanna takkuva, or less,
  and below, and under, or below, or under, max, maximum, budget, ke andar wali, ulla, kulla, keezh, olage,
  से कम, के अंदर, के अन्दर, तक, तक की, के नीचे, से नीचे, లోపు, లోపల, లోపే, వరకు, కంటే తక్కువ, కన్నా తక్కువ, లోపు ఉన్న, కింద,
  க்குள், குள், க்கு கீழ், கீழ், வரை, விட குறைவு, க்கு உள்ளே, ಒಳಗೆ, ಒಳಗಿನ, ಗಿಂತ ಕಡಿಮೆ, ವರೆಗೆ, ಕ್ಕಿಂತ ಕಡಿಮೆ, ರ ಒಳಗೆ`,
);
const above = anyOf(
  'above, over, more than, at least, atleast, min, minimum, from, starting, starting from, greater than, higher than, beyond',
);
const aboveAfter = anyOf(
  `se zyada, se jyada, se upar, and above, or more, and more, onwards, plus, paina, kante ekkuva, se adhik,
  से ज्यादा, से ज़्यादा, से ऊपर, से अधिक, పైన, కంటే ఎక్కువ, కన్నా ఎక్కువ, க்கு மேல், மேல், ಮೇಲೆ, ಗಿಂತ ಹೆಚ್ಚು`,
);
const around = anyOf('around, about, approx, approximately, near, nearly, roughly, close to');
const rangeJoin = anyOf('to, and, till, until, upto, se, nundi, nunchi, से, నుండి, నుంచి, முதல், ರಿಂದ');

const amount = String.raw`(?:(?:${currency}) )?(\d+(?:\.\d+)?)(?: (?:${currency})(?= |$))?`;
const pattern = (source: string): RegExp => new RegExp(`(?<=^| )${source}(?= |$)`);
const range = pattern(
  String.raw`(?:(?:between|from) )?${amount} (?:(?:${rangeJoin}) )?${amount}(?: (?:${belowAfter}|ke beech|के बीच|మధ్య))?`,
);
const maximum = [pattern(`(?:${below}) (?:of )?${amount}`), pattern(`${amount} (?:${belowAfter})`)];
const minimum = [pattern(`(?:${above}) ${amount}`), pattern(`${amount} (?:${aboveAfter})`)];
const approximate = pattern(`(?:${around}) ${amount}`);
const priced = [pattern(`(?:${currency}) (\\d+(?:\\.\\d+)?)`), pattern(`(\\d+(?:\\.\\d+)?) (?:${currency})`)];
const bare = pattern(String.raw`(\d{3,})`);

const HAS_DIGIT = /\d/;

/** Finds the price limit of a query. @param isKnownWord whether products have this word: then it is no budget */
export function findPrice(words: readonly string[], isKnownWord: (word: string) => boolean): PricePhrase | undefined {
  const text = words.join(' ');
  if (!HAS_DIGIT.test(text)) return undefined;
  const phrase = (match: RegExpExecArray, limits: { min?: number; max?: number }): PricePhrase | undefined => {
    const { min, max } = limits;
    if ((max ?? min ?? 0) > MAX_RUPEES) return undefined;
    const from = match.index === 0 ? 0 : text.slice(0, match.index).trimEnd().split(' ').length;
    return {
      from,
      to: from + match[0].split(' ').length,
      ...(min === undefined ? {} : { minPaise: Math.round(min * PAISE) }),
      ...(max === undefined ? {} : { maxPaise: Math.round(max * PAISE) }),
    };
  };
  const inRange = range.exec(text);
  const [low, high] = [Number(inRange?.[1]), Number(inRange?.[2])];
  if (inRange && low >= MIN_RANGE_PRICE && high > low) return phrase(inRange, { min: low, max: high });
  for (const expression of maximum) {
    const match = expression.exec(text);
    if (match) return phrase(match, { max: Number(match[1]) });
  }
  for (const expression of minimum) {
    const match = expression.exec(text);
    if (match) return phrase(match, { min: Number(match[1]) });
  }
  const near = approximate.exec(text);
  if (near) {
    const middle = Number(near[1]);
    return phrase(near, { min: middle * (1 - AROUND), max: middle * (1 + AROUND) });
  }
  for (const expression of priced) {
    const match = expression.exec(text);
    if (match) return phrase(match, { max: Number(match[1]) });
  }
  const number = words.length > 1 ? bare.exec(text) : null;
  const isBudget =
    number &&
    Number(number[1]) >= MIN_BARE_BUDGET &&
    !YEAR.test(number[1] as string) &&
    !isKnownWord(number[1] as string);
  return isBudget ? phrase(number, { max: Number(number[1]) }) : undefined;
}
