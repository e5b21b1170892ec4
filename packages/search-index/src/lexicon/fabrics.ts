import { buildConcepts } from './build-concepts.js';

export const fabrics = buildConcepts('fabric', {
  Silk: [
    'silk, pattu, resham, reshmi, pattusilk, reshme, pure silk',
    'పట్టు, సిల్క్',
    'रेशम, रेशमी, सिल्क, पट्टू',
    'பட்டு, சில்க்',
    'ರೇಷ್ಮೆ, ಪಟ್ಟು, ಸಿಲ್ಕ್',
    'പട്ട്, সিল্ক, રેશમ, ਰੇਸ਼ਮ',
  ],
  'Silk cotton': ['silk cotton, cotton silk, sico', 'సిల్క్ కాటన్', 'सिल्क कॉटन', 'சில்க் காட்டன்', 'ಸಿಲ್ಕ್ ಕಾಟನ್'],
  'Katan silk': ['katan, katan silk, kataan', 'కటాన్', 'कटान, कतान'],
  'Mulberry silk': ['mulberry, mulberry silk', 'మల్బరీ', 'मलबरी'],
  Cotton: [
    'cotton, coton, kottan, suti, sooti',
    'కాటన్, నూలు, పత్తి',
    'कॉटन, सूती, काटन, कपास',
    'காட்டன், பருத்தி',
    'ಕಾಟನ್, ಹತ್ತಿ',
  ],
  Linen: ['linen, linnen', 'లినెన్', 'लिनन', 'லினன்', 'ಲಿನನ್'],
  Georgette: ['georgette, jorjet, georgett', 'జార్జెట్', 'जॉर्जेट', 'ஜார்ஜெட்', 'ಜಾರ್ಜೆಟ್'],
  Chiffon: ['chiffon, shifon', 'షిఫాన్', 'शिफॉन', 'ஷிஃபான்', 'ಶಿಫಾನ್'],
  Crepe: ['crepe, crape', 'క్రేప్', 'क्रेप', 'கிரேப்', 'ಕ್ರೇಪ್'],
  Velvet: ['velvet, makhmal', 'వెల్వెట్', 'मखमल, वेलवेट'],
  Tissue: ['tissue, tissue silk', 'టిష్యూ', 'टिश्यू, टिशू', 'டிஷ்யூ', 'ಟಿಶ್ಯೂ'],
  Brass: ['brass, pital', 'ఇత్తడి', 'पीतल', 'பித்தளை', 'ಹಿತ್ತಾಳೆ'],
});
