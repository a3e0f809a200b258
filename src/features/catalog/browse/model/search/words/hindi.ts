import { makes, models } from '#content/catalog/names/spoken/hindi.ts';
import type { WordList } from './word-list.ts';

export const hindi: WordList = {
  makes,
  models,
  filters: {
    carType: {
      sedan: 'सेडान',
      suv: 'एसयूवी',
      hatchback: 'हैचबैक',
      truck: 'पिकअप, ट्रक',
      van: 'वैन, बस',
    },
    fuelType: {
      petrol: 'पेट्रोल',
      diesel: 'डीजल, डीज़ल',
      electric: 'इलेक्ट्रिक, बिजली',
      hybrid: 'हाइब्रिड',
      cng: 'सीएनजी',
    },
    transmission: { automatic: 'ऑटोमैटिक, आटोमेटिक, स्वचालित', manual: 'मैनुअल' },
    emission: {
      china4: 'चाइना 4',
      china5: 'चाइना 5',
      china6: 'चाइना 6',
      euro3: 'यूरो 3',
      euro4: 'यूरो 4',
      euro5: 'यूरो 5',
      euro6: 'यूरो 6',
    },
    color: {
      white: 'सफेद, सफ़ेद',
      black: 'काला, काली',
      silver: 'सिल्वर, चांदी',
      blue: 'नीला, नीली',
      red: 'लाल',
      green: 'हरा, हरी',
    },
  },
  flags: { certified: 'प्रमाणित' },
  fillers: 'कार, कारें, गाड़ी, गाड़ियां, पुरानी, पुराना, सेकंड हैंड, सस्ती, सस्ता, खरीदें, बिक्री, की, के, का, में, और',
  or: 'या',
  amounts: {
    orLess: 'से कम, तक, से नीचे',
    orMore: 'से ज्यादा, से अधिक, से ऊपर',
    to: 'से',
    thousands: 'हजार, हज़ार',
    dollars: 'डॉलर',
    kilometers: 'किमी, किलोमीटर',
    miles: 'मील',
    liters: 'लीटर',
    seats: 'सीटर, सीट',
    foreign: 'रुपये, रुपए, लाख',
  },
};
