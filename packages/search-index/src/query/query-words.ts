import { foldText, wordsOf } from '../text.js';
import { toAsciiDigits } from '../script.js';

const MAX_WORDS = 16;
const THOUSAND = 1_000;
const LAKH = 100_000;

const scaled = (factor: number) => (_match: string, amount: string) => String(Math.round(Number(amount) * factor));

/** Words of a query, with amounts as plain numbers and `rs` before them: 'under ₹10,000' is under, rs, 10000. */
export function queryWordsOf(query: string): string[] {
  const text = toAsciiDigits(foldText(query))
    .replaceAll(/(?<=\d),(?=\d)/g, '')
    .replaceAll(/₹|\brs\b\.?(?=\s*\d)|\brs\.?(?=\d)/g, ' rs ')
    .replaceAll(/\b(\d+(?:\.\d+)?)\s?(?:k|thousand|hazar|hazaar)\b/g, scaled(THOUSAND))
    .replaceAll(/\b(\d+(?:\.\d+)?)\s?(?:lakhs?|lacs?)\b/g, scaled(LAKH))
    // Numbers are written together with words of Indian scripts: '10000లోపు'.
    .replaceAll(/(?<=\d)(?=[\u0900-\u0D7F])/g, ' ');
  return wordsOf(text).slice(0, MAX_WORDS);
}
