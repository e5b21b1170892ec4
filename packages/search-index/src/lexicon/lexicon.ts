// A documented entry point of minisearch (its `exports`): a radix tree with fuzzy lookup.
import SearchableMap from 'minisearch/SearchableMap';
import { hasIndicScript, soundKey } from '../script.js';
import { toSingular } from '../text.js';
import { categories } from './categories.js';
import { colours } from './colours.js';
import type { Concept } from './concept.js';
import { fabrics } from './fabrics.js';
import { motifs } from './motifs.js';
import { occasions } from './occasions.js';
import { weaves } from './weaves.js';

export const indianConcepts: readonly Concept[] = [
  ...categories,
  ...weaves,
  ...fabrics,
  ...colours,
  ...occasions,
  ...motifs,
];

export interface Phrase {
  concept: Concept;
  /** The form that was recognised. */
  form: string;
}

const MIN_SOUND_KEY_LENGTH = 4;
const MIN_CORRECTED_LENGTH = 5;
const MIN_PART_LENGTH = 3;
/** Endings of plurals and cases, by script; tried when a word is unknown. */
const nativeEndings = `
  లు, ల, ని, కి, కు, లో,
  ियां, ियाँ, ियों, ों, ें, ओं,
  கள், களுக்கு, க்கு, க், ப்,
  ಗಳು, ಗಳ, ಗೆ`
  .split(',')
  .map((ending) => ending.trim().normalize('NFKD'));

/** The concepts by every spelling of their forms. */
export class Lexicon {
  /** In words. */
  readonly longestForm: number;
  private readonly byForm = new Map<string, Phrase>();
  private readonly bySound = new Map<string, Phrase>();
  private readonly words = new SearchableMap<Phrase>();
  /** Sound keys of single words, for spelling correction. */
  private readonly sounds = new SearchableMap<Phrase>();

  constructor(concepts: readonly Concept[]) {
    for (const concept of concepts)
      for (const form of concept.forms) {
        const phrase = { concept, form };
        if (this.byForm.has(form)) continue;
        this.byForm.set(form, phrase);
        if (!form.includes(' ')) this.words.set(form, phrase);
        const sound = soundKeyOfForm(form);
        if (this.bySound.has(sound) || sound.length < MIN_SOUND_KEY_LENGTH) continue;
        this.bySound.set(sound, phrase);
        if (!form.includes(' ')) this.sounds.set(sound, phrase);
      }
    this.longestForm = Math.max(1, ...[...this.byForm.keys()].map((form) => form.split(' ').length));
  }

  /** Returns what one or several words mean as they are spelt, in the plural or in another usual spelling. */
  find(words: readonly string[]): Phrase | undefined {
    const text = words.join(' ');
    const singular = [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join(' ');
    return this.byForm.get(text) ?? this.byForm.get(singular) ?? this.withoutEnding(text);
  }

  findBySound(words: readonly string[]): Phrase | undefined {
    const text = words.join(' ');
    return this.bySound.get(soundKeyOfForm(text)) ?? this.bySound.get(soundKeyOfForm(toSingular(text)));
  }

  /** Returns single words that begin like this. */
  complete(prefix: string): string[] {
    return [...this.words.atPrefix(prefix).keys()];
  }

  /** Splits a compound into two known words: 'pattucheera', 'silksaree'. */
  split(word: string): [string, string] | undefined {
    const length = word.length;
    for (let at = length - MIN_PART_LENGTH; at >= MIN_PART_LENGTH; at -= 1) {
      const [first, second] = [word.slice(0, at), word.slice(at)];
      if (this.find([first]) && this.find([second])) return [first, second];
    }
    return undefined;
  }

  /** Returns the known words that differ least from a misspelt one, and in how many characters of their sound. */
  correct(word: string, maxMistakes: number): { phrase: Phrase; mistakes: number }[] {
    const sound = soundKey(word);
    if (sound.length < MIN_CORRECTED_LENGTH) return [];
    const similar = [...this.sounds.fuzzyGet(sound, maxMistakes).values()];
    const fewest = Math.min(...similar.map(([, mistakes]) => mistakes));
    return similar.filter(([, mistakes]) => mistakes === fewest).map(([phrase, mistakes]) => ({ phrase, mistakes }));
  }

  private withoutEnding(text: string): Phrase | undefined {
    if (!hasIndicScript(text)) return undefined;
    for (const ending of nativeEndings) {
      const phrase = text.endsWith(ending) ? this.byForm.get(text.slice(0, -ending.length)) : undefined;
      if (phrase) return phrase;
    }
    return undefined;
  }
}

const soundKeyOfForm = (form: string): string => form.split(' ').map(soundKey).join(' ');
