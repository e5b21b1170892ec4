import { phrasesOf } from './search-words.js';

describe('phrasesOf', () => {
  it('combines the words of a name in their order', () => {
    expect(phrasesOf('Meera Nair').toSorted()).toEqual(['meera', 'meera nair', 'nair']);
    expect(phrasesOf(' Meera  Bala NAIR ').toSorted()).toEqual([
      'bala',
      'bala nair',
      'meera',
      'meera bala',
      'meera bala nair',
      'meera nair',
      'nair',
    ]);
  });

  it('combines the first four words, and has each once', () => {
    const phrases = phrasesOf('Devi Sri Devi Lakshmi Rao');
    expect(phrases).toContain('devi sri devi lakshmi');
    expect(phrases).toContain('rao');
    expect(phrases).not.toContain('lakshmi rao');
    expect(phrases.filter((phrase) => phrase === 'devi')).toHaveLength(1);
    expect(phrasesOf('')).toEqual([]);
  });
});
