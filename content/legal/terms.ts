import type { LegalDocument } from './legal-document.ts';

export const terms: LegalDocument = {
  title: 'Terms & Conditions',
  date: 'Aug 30, 2024',
  sections: [
    {
      heading: 'Who we are and what we do',
      paragraphs: [
        'CarQuay runs a marketplace where used vehicles, mainly from China, are offered for sale and for rent. Sellers describe their own vehicles; we check what we can before a listing goes live and say on the listing what was checked.',
        'By using the site you accept these terms. If you do not, please do not use it.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'You need an account to list a vehicle or to book one. Give us true details and keep your password to yourself; what is done with your account counts as done by you.',
        'We may close an account that is used to deceive others, to attack the site or to break the law.',
      ],
    },
    {
      heading: 'Listings',
      paragraphs: [
        'A seller promises that the vehicle exists, that it may be sold or rented out, and that year, odometer reading, accident history and pictures are true to the best of their knowledge.',
        'We review new listings and may return or refuse them with a reason. Prices are in US dollars unless a listing says otherwise.',
      ],
    },
    {
      heading: 'Booking and payment',
      paragraphs: [
        'The amount due at booking, the tax and the registration fee are shown line by line before you pay. Nothing is charged that was not shown.',
        'A booked vehicle is held for you. If it turns out not to be available, what you paid is returned in full.',
      ],
    },
    {
      heading: 'Inspection, delivery and export',
      paragraphs: [
        'You may ask for an inspection before you book. Import rules, duties and taxes of the country of destination are the buyer’s responsibility; our guides explain them but do not replace advice from customs.',
        'Risk passes as the agreed delivery terms (for example FOB) provide.',
      ],
    },
    {
      heading: 'What we answer for',
      paragraphs: [
        'We answer for damage that we cause on purpose or by gross negligence, and for what the law does not let us exclude. We do not answer for statements of sellers that we could not have recognised as false.',
      ],
    },
    {
      heading: 'Changes and contact',
      paragraphs: [
        'We announce changes of these terms on the site before they apply. Questions go to us through the contact page.',
      ],
    },
  ],
};
