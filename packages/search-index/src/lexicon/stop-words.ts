import { foldText } from '../text.js';

const listOf = (text: string): string[] => text.split(',').map((word) => foldText(word.trim()));

/** Words that describe no product; they count only in queries that have no others. */
export const stopWords: ReadonlySet<string> = new Set(
  listOf(`
  a, an, and, the, for, of, in, on, with, to, at, by, or, from, is, are, my, me, i, we, want, need, show, find,
  buy, online, shop, shopping, price, prices, cost, rate, rs, rupees, best, good, nice, beautiful, latest, new,
  model, models, design, designs, pattern, collection, collections, type, types, colour, color, colours, colors,
  wear, wali, wala, wale, ka, ki, ke, ko, se, mein, liye, hai, chahiye, kosam, kavali, lo, vendum, beku, women,
  womens, woman, ladies, lady, indian, dress, dresses, kapde, kapda, kapade, battalu, batta, udupu, thuni,
  traditional, original, pure, please, something, some, any, than, that, which, set, size, special, outfit,
  matching, mom, mummy, wife, sister, her, clothes,
  कपड़े, कपड़ा, बट्टलु, బట్టలు, బట్ట, దుస్తులు, துணி, ஆடை, உடை, ಬಟ್ಟೆ, ಬಟ್ಟೆಗಳು, ಉಡುಪು, का, की, के, को, से, में,
  लिए, है, चाहिए, वाली, वाला, वाले, और, रंग, महिला, नई, नया, दाम, కోసం, కావాలి, లో, తో, కి, కు, రంగు, మరియు, ధర,
  కొత్త, మహిళల, వి, గల, ఉన్న, యొక్క, வேண்டும், க்கு, நிறம், நிற, மற்றும், விலை, புதிய, உடன், ல், இல், ಬೇಕು, ಬಣ್ಣದ,
  ಬಣ್ಣ, ಮತ್ತು, ಬೆಲೆ, ಹೊಸ, ಗೆ, ದ`),
);

/** By their words. */
export const inStockPhrases = listOf(
  'in stock, instock, available, available now, ready stock, स्टॉक में, उपलब्ध, అందుబాటులో, స్టాక్ లో',
).map((phrase) => phrase.split(' '));
