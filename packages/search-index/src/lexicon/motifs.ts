import { buildConcepts } from './build-concepts.js';

export const motifs = buildConcepts('tag', {
  Peacock: ['peacock, mor, mayil, nemali, mayura, peacocks', 'నెమలి, మయూరం', 'मोर, मयूर', 'மயில்', 'ನವಿಲು'],
  Elephant: ['elephant, haathi, hathi, enugu, yaanai, elephants', 'ఏనుగు', 'हाथी', 'யானை', 'ಆನೆ'],
  Parrot: ['parrot, tota, chilaka, kili', 'చిలక, చిలుక', 'तोता', 'கிளி', 'ಗಿಳಿ'],
  Lotus: ['lotus, kamal, tamara, thamarai', 'తామర, కమలం', 'कमल', 'தாமரை', 'ಕಮಲ, ತಾವರೆ'],
  Checks: ['checks, checked, checkered, kattam, gadi', 'గడి, చెక్స్', 'चेक्स', 'கட்டம்', 'ಚೆಕ್ಸ್'],
  Flowers: ['flowers, floral, flower, phool, puvvulu', 'పువ్వులు, పూల', 'फूल, फूलों', 'பூ, பூக்கள்', 'ಹೂವು, ಹೂವಿನ'],
  'Temple border': ['temple border, rekku, gopuram border', 'టెంపుల్ బోర్డర్', 'टेंपल बॉर्डर', 'ரேக்கு'],
  Butta: ['butta, butti, buti, buttis, booti, butidar', 'బుట్టా, బుట్టి', 'बूटी, बुटी, बूटा', 'புட்டா', 'ಬುಟ್ಟಾ'],
});
