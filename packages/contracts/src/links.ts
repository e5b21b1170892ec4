const SCHEME_OR_HOST = /:\/\/|\/\/|\bwww\.|[@<>]|\b(?:https?|ftp|javascript|mailto|tel):/i;
const HONORIFIC = /^(?:dr|mr|mrs|ms|md|mohd|smt|shri|sri|kum|km|prof|adv|er|st|jr|sr|col|lt|maj|capt|gen|rev)$/i;
/** With a label of one letter in front, as in `t.me`, only these count as a domain: `A.P.J.Abdul` is a name. */
const SHORT_DOMAIN_ENDING = /^(?:com|net|org|info|biz|in|co|io|me|ly|to|gg|cc|tk|ru|cn|uk|us|eu|ai|app|dev|xyz|top)$/i;

function isDomain(word: string): boolean {
  const [host = '', ...rest] = word.replace(/\.+$/, '').split('/');
  const labels = host.split('.').map((label) => label.replaceAll(/[^\p{L}\p{N}\p{M}-]/gu, ''));
  if (labels.length < 2 || labels.some((label, index) => label === '' && index < labels.length - 1)) return false;
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  if (last.length < 2) return false;
  if (rest.length > 0 || SHORT_DOMAIN_ENDING.test(last)) return true;
  return labels.every((label) => label.length > 1) && !HONORIFIC.test(first);
}

/** Returns whether mail programs would turn a part of the text into a link. */
export const hasLink = (text: string): boolean => SCHEME_OR_HOST.test(text) || text.split(/[\s,;()]+/).some(isDomain);
