import type { LegalDocument } from './legal-document.ts';

export const terms: LegalDocument = {
  title: 'Terms & Conditions',
  date: 'Aug 30, 2024',
  sections: [
    {
      heading: 'Who we are and what we do',
      paragraphs: [
        'CarQuay runs a marketplace where used vehicles, mainly from China, are offered for sale and for rent. Sellers describe their own vehicles. We check what we can before a listing goes live and say on the listing what was checked.',
        'By using the site you accept these terms. If you do not, please do not use it.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'You need an account to list a vehicle or to book one. Give us accurate details and keep your password to yourself. You are responsible for what is done with your account.',
        'We may close an account that is used to deceive others, to attack the site or to break the law.',
      ],
    },
    {
      heading: 'Listings',
      paragraphs: [
        'A seller promises that the vehicle exists, that it may be sold or rented out, and that its year, odometer reading, accident history and photos are accurate to the best of their knowledge.',
        'We review new listings and may return or reject them, giving a reason. Prices are in US dollars unless a listing says otherwise.',
      ],
    },
    {
      heading: 'Booking and payment',
      paragraphs: [
        'The amount due at booking, the tax and the registration fee are shown line by line before you pay. You are not charged for anything that was not shown.',
        'A booked vehicle is held for you. If it turns out not to be available, you get a full refund.',
        'We check the vehicle and its documents after you book and before it sails. If the check fails, we cancel the booking and refund everything you paid.',
      ],
    },
    {
      heading: 'Cancellation',
      paragraphs: [
        'A purchase: until when you can cancel, and what we keep, is said in one sentence before you pay, on the page of your order and in its contract. After that, only a claim gives money back; if it gives back all of it, the car comes back first.',
        'A rental: cancellation is free until 24 hours before it starts. Then we keep half the booking amount, and all of it from the first day. Days count in UTC. A rental that starts on the day of booking cannot be canceled on the site.',
        'We refund your original payment method. If a refund fails, we write to you so that we can find another way.',
      ],
    },
    {
      heading: 'Inspection, delivery and export',
      paragraphs: [
        'You may ask for an inspection before you book. The import rules, duties and taxes of the destination country are the buyer’s responsibility. Our guides explain them but do not replace advice from customs.',
        'Risk passes to the buyer according to the agreed delivery terms (for example FOB).',
      ],
    },
    {
      heading: 'Our liability',
      paragraphs: [
        'We are liable for damage that we cause intentionally or through gross negligence, and for anything the law does not let us exclude. We are not liable for sellers’ statements that we could not have recognized as false.',
      ],
    },
    {
      heading: 'Governing law',
      paragraphs: [
        'The governing law is named with the details of the operator at the top of these terms. Mandatory rights of consumers where you live stay in force.',
      ],
    },
    {
      heading: 'Changes and contact',
      paragraphs: [
        'We announce changes to these terms on the site before they apply. If you have questions, write to us through the contact page.',
      ],
    },
  ],
};
