import { buildConcepts } from './build-concepts.js';

/** Garments and accessories. A label with `category` stands for everything in it. */
export const categories = [
  ...buildConcepts(
    'category',
    {
      Saree: [
        'saree, sari, sarees, saris, saadi, sadi, seere, pudavai, pudava, selai, cheera, chira, chiralu, sharee, shari',
        'చీర, చీరలు, చీరల, చీరె, శారీ, సారీ',
        'साड़ी, साड़ियां, साड़ियाँ, साडी, साड़ियों, सारी',
        'புடவை, சேலை, புடவைகள், சேலைகள், சாரி',
        'ಸೀರೆ, ಸೀರೆಗಳು, ಸಾರಿ',
        'സാരി, শাড়ি, સાડી, ਸਾੜੀ',
      ],
    },
    'saree',
  ),
  ...buildConcepts(
    'category',
    {
      Kidswear: [
        'kids, kid, kidswear, kids wear, children, childrens, child, baby, bachche, bachcha, bachchon, pillala, pillalu, kuzhandai',
        'పిల్లల, పిల్లలు, పిల్లలకు, చిన్నారి',
        'बच्चे, बच्चों, बच्चा, बाल',
        'குழந்தை, குழந்தைகள், குழந்தைகளுக்கு',
        'ಮಕ್ಕಳ, ಮಕ್ಕಳು, ಮಕ್ಕಳಿಗೆ',
      ],
    },
    'kidswear',
  ),
  ...buildConcepts(
    'category',
    {
      Accessories: ['accessories, accessory, accesories, accessaries', 'యాక్సెసరీస్', 'एक्सेसरीज', 'அணிகலன்'],
    },
    'accessories',
  ),
  ...buildConcepts(
    'category',
    {
      Pants: [
        'pant, pants, trouser, trousers, bottoms, bottom wear, bottomwear, salwar, shalwar, churidar, leggings',
        'patiala, patiyala, patiala pants, patiala salwar',
        'ప్యాంట్, ప్యాంటు, ప్యాంట్లు',
        'पैंट, पैंट्स, सलवार, पतलून',
        'பேண்ட், பேன்ட்',
        'ಪ್ಯಾಂಟ್',
      ],
    },
    'pant',
  ),
  ...buildConcepts(
    'category',
    {
      'Family combos': [
        'family combo, family combos, family set, family sets, family, twinning, parivar, kutumbam, matching outfits',
        'కుటుంబం, ఫ్యామిలీ, కుటుంబ',
        'परिवार, फैमिली',
        'குடும்பம், குடும்ப',
        'ಕುಟುಂಬ',
      ],
    },
    'family combo',
  ),
  ...buildConcepts(
    'category',
    {
      'Customised combos': ['customised combo, customized combo, customised combos, custom combo, saree combo'],
    },
    'customised combo',
  ),
  ...buildConcepts('category', {
    Combos: ['combo, combos', 'కాంబో', 'कॉम्बो', 'காம்போ', 'ಕಾಂಬೊ'],
    Customised: ['customised, customized, custom, custom made, personalised, personalized'],
    'Made to order': ['made to order, bespoke, monogram, initials'],
    Lehenga: [
      'lehenga, lehnga, lehanga, langa, ghagra, ghaghra, chaniya choli, chaniya, pavadai, pavada, paavadai, half saree',
      'langa voni, half sari, parikini, pattu pavadai, ~lehenga choli, ~ghagra choli',
      'లంగా, లంగా ఓణి, లంగా వోణి, లెహంగా, పరికిణి, పట్టు పావడ, పావడ',
      'लहंगा, लहंगे, घाघरा, चनिया चोली, लहँगा',
      'பாவாடை, லெஹங்கா, பாவாடைகள், பட்டுப்பாவாடை',
      'ಲಂಗ, ಲೆಹೆಂಗಾ, ಲಂಗ ದಾವಣಿ, ಲೆಹಂಗಾ',
    ],
    Kurta: [
      'kurta, kurti, kurtas, kurtis, kurtha, kurthi, jubba',
      'కుర్తా, కుర్తీ, కుర్త',
      'कुर्ता, कुर्ती, कुरता, कुर्ते',
      'குர்தா, குர்தி, குர்த்தா',
      'ಕುರ್ತಾ, ಕುರ್ತಿ',
    ],
    Frock: ['frock, gown, frocks, gowns', 'ఫ్రాక్, గౌను, గౌన్', 'फ्रॉक, फ्राक, गाउन', 'ஃபிராக், கவுன், பிராக்', 'ಫ್ರಾಕ್, ಗೌನ್'],
    Palazzo: [
      'palazzo, palazo, plazo, plazzo, palazzos, palazzo pants, wide leg',
      'పలాజో',
      'प्लाज़ो, पलाज़ो, पलाजो',
      'பலாஸோ',
      'ಪಲಾಜೊ',
    ],
    Dupatta: [
      'dupatta, duppatta, dupata, chunni, chunri, chunari, odhni, odhani, voni, stole',
      'దుపట్టా, దుపట్టాలు, ఓణి, చున్నీ, ఓణీ',
      'दुपट्टा, दुपट्टे, चुन्नी, ओढ़नी, चुनरी',
      'துப்பட்டா, துப்பட்டாக்கள்',
      'ದುಪಟ್ಟಾ, ದುಪ್ಪಟ್ಟ, ವೇಲ್',
    ],
    Blouse: [
      'blouse, blouses, ravika, jacket, ~choli',
      'రవిక, జాకెట్, బ్లౌజ్, జాకెట్టు, రవికె',
      'ब्लाउज, ब्लाउज़, चोली',
      'ரவிக்கை, ஜாக்கெட், பிளவுஸ்',
      'ರವಿಕೆ, ಬ್ಲೌಸ್, ಕುಪ್ಪಸ',
    ],
    Earrings: [
      'earring, earrings, ear rings, jhumka, jhumkas, jhumki, jhumke, zumka, jumka, buttalu, kammalu, jimikki',
      'జుంకా, బుట్టలు, కమ్మలు, జుంకాలు, జుమ్కా',
      'झुमका, झुमके, झुमकी, कान की बाली, बाली, बालियां',
      'ஜிமிக்கி, கம்மல், ஜும்கா, காதணி, தோடு',
      'ಜುಮ್ಕಿ, ಓಲೆ, ಜುಮುಕಿ, ಜುಮ್ಕಾ, ಕಿವಿಯೋಲೆ',
    ],
    Bangles: [
      'bangle, bangles, gajulu, gaju, chudi, chudiyan, choodi, kangan, valayal, chooda',
      'గాజులు, గాజుల, గాజు',
      'चूड़ी, चूड़ियां, चूड़ियाँ, कंगन, चूडियां',
      'வளையல், வளையல்கள்',
      'ಬಳೆ, ಬಳೆಗಳು',
    ],
    Potli: [
      'potli, bag, bags, purse, pouch, handbag, hand bag, clutch, batua, potlis',
      'పోట్లీ, బ్యాగ్, సంచి, పోట్లి, పర్సు',
      'पोटली, बैग, थैली, पर्स, बटुआ',
      'பை, போட்லி, பர்ஸ்',
      'ಪೋಟ್ಲಿ, ಬ್ಯಾಗ್, ಚೀಲ, ಪರ್ಸ್',
    ],
    Jewellery: [
      'jewellery, jewelry, jewelery, jewels, jewel, jhumka, bangles, nagalu, gehne, gehna, nagai, abharanam, kundan',
      'నగలు, ఆభరణాలు, నగల',
      'गहने, ज्वेलरी, आभूषण, ज़ेवर, जेवर',
      'நகை, நகைகள், ஆபரணம்',
      'ಆಭರಣ, ಒಡವೆ, ಆಭರಣಗಳು',
    ],
    Girls: [
      'girl, girls, daughter, beti, ladki, ammayi, ammayilu, pavadai, frock, lehenga',
      'అమ్మాయి, అమ్మాయిల, పాప, కూతురు, అమ్మాయిలు, ఆడపిల్ల',
      'लड़की, लड़कियों, बेटी, बच्ची',
      'பெண் குழந்தை, சிறுமி, மகள், பெண்',
      'ಹುಡುಗಿ, ಮಗಳು, ಹುಡುಗಿಯರ',
    ],
    Boys: [
      'boy, boys, son, beta, ladka, abbayi, abbayilu',
      'అబ్బాయి, అబ్బాయిల, బాబు, కొడుకు, అబ్బాయిలు',
      'लड़का, लड़कों, बेटा, लड़के',
      'பையன், சிறுவன், மகன், ஆண்',
      'ಹುಡುಗ, ಮಗ, ಹುಡುಗರ',
    ],
    'Mother and daughter': [
      'mother and daughter, mother daughter, mom and daughter, mom daughter, amma and ammayi, maa beti, amma ammayi',
      'తల్లి కూతురు, అమ్మ కూతురు',
      'माँ बेटी, मां बेटी',
      'அம்மா மகள்',
      'ಅಮ್ಮ ಮಗಳು, ತಾಯಿ ಮಗಳು',
    ],
    Gift: [
      'gift, gifts, gifting, return gift, return gifts, tohfa, bahumati, kanuka',
      'బహుమతి, కానుక, రిటర్న్ గిఫ్ట్',
      'उपहार, तोहफा, गिफ्ट, तोहफ़ा',
      'பரிசு, அன்பளிப்பு',
      'ಉಡುಗೊರೆ, ಗಿಫ್ಟ್',
    ],
  }),
];
