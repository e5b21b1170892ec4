import { soundKey, toAsciiDigits, toLatin } from './script.js';

test.each([
  ['चंदेरी', 'chanderi'],
  ['बनारसी', 'banarasi'],
  ['लाल', 'lal'],
  ['కంచి', 'kanchi'],
  ['పట్టు', 'pattu'],
  ['పోచంపల్లి', 'pochanpalli'],
  ['பட்டு', 'pattu'],
  ['புடவை', 'pudavai'],
  ['ರೇಷ್ಮೆ', 'reshme'],
  ['silk', 'silk'],
])('writes %s as %s', (word, latin) => {
  expect(toLatin(word)).toBe(latin);
});

test.each([
  ['kanjeevaram', 'kanjivaram'],
  ['pocchampalli', 'pochampally'],
  ['పోచంపల్లి', 'pochampally'],
  ['चंदेरी', 'chanderi'],
  ['bandhej', 'bandej'],
  ['zari', 'jari'],
  ['dupatta', 'duppata'],
])('gives %s and %s the same key', (one, other) => {
  expect(soundKey(one)).toBe(soundKey(other));
});

test.each([
  ['saree', 'seere'],
  ['kanchi', 'kanjivaram'],
  ['silk', 'silken'],
])('gives %s and %s different keys', (one, other) => {
  expect(soundKey(one)).not.toBe(soundKey(other));
});

test('reads the digits of Indian scripts', () => {
  expect(toAsciiDigits('५००० ౧౦౦ 7')).toBe('5000 100 7');
});
