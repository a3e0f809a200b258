import type { LegalDocument } from './legal-document.ts';

export const privacy: LegalDocument = {
  title: 'Privacy Policy',
  date: 'Aug 30, 2024',
  sections: [
    {
      heading: 'What we store',
      paragraphs: [
        'With an account: your name, email address, mobile number and a protected form of your password. With a listing: what you tell us about the vehicle, and its photos, from which we remove location data. With a booking: dates, amounts and documents.',
        'We pass card numbers and security codes on to the payment service and never store them. We keep only the card brand and the last four digits.',
      ],
    },
    {
      heading: 'Why we store it',
      paragraphs: [
        'To run your account, show your listing, carry out your booking, answer your questions and meet our legal duties, such as bookkeeping. We do not sell your data.',
      ],
    },
    {
      heading: 'Cookies and storage in your browser',
      paragraphs: [
        'One cookie keeps you logged in. Another shows that this browser has logged in to your account before, so that strangers who guess passwords do not lock you out. While a payment is in progress, your browser remembers its number, amount and contact email until it is settled. Your theme, display name, favorites, recently viewed cars and their pages for offline reading stay in your browser’s own storage until you log out or clear it. If you have an account, your favorites are stored there too. There is no advertising and no third-party tracking.',
      ],
    },
    {
      heading: 'Who else sees it',
      paragraphs: [
        'Visitors see your cars and reviews under your first name and the initial of your last name, or under the name of your company, and can list your other cars. The seller or buyer you deal with sees what is needed for the deal. Payment, shipping and inspection partners receive what they need for their part. The messaging chat and the vehicle-history service are outside our site and have their own policies.',
      ],
    },
    {
      heading: 'How long we keep it',
      paragraphs: [
        'As long as your account exists. We keep bookings for as long as bookkeeping rules require. We delete a newsletter address that is not confirmed.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can see, correct, download and delete your data, and object to its use. Write to us through the contact page. You can also complain to your data protection authority.',
      ],
    },
  ],
};
