import type { LegalDocument } from './legal-document.ts';

export const privacy: LegalDocument = {
  title: 'Privacy Policy',
  date: 'Aug 30, 2024',
  sections: [
    {
      heading: 'What we keep',
      paragraphs: [
        'With an account: your name, e-mail address, mobile number and a protected form of your password. With a listing: what you tell us about the vehicle and its pictures, from which we remove location data. With a booking: dates, amounts and documents.',
        'Card numbers and security codes are passed on to the payment service and are never stored by us; we keep the brand and the last four digits.',
      ],
    },
    {
      heading: 'Why we keep it',
      paragraphs: [
        'To run your account, show your listing, carry out your booking, answer your questions and meet the duties the law puts on us, such as bookkeeping. We do not sell your data.',
      ],
    },
    {
      heading: 'Cookies and storage in your browser',
      paragraphs: [
        'One cookie keeps you logged in, and one tells that this browser has logged in to your account before, so that strangers who guess passwords do not lock you out. A payment that is being made is remembered in your browser, by its number, sum and contact e-mail, until it is settled. Your theme, your name for display, your favourites, the cars you looked at last and their pages for reading without a connection stay in your browser’s own storage until you log out or clear it. With an account, your favourites are kept there too. There is no advertising and no tracking by others.',
      ],
    },
    {
      heading: 'Who else sees it',
      paragraphs: [
        'The seller or buyer you deal with sees what is needed for the deal. Payment, shipping and inspection partners receive what their part needs. The messaging chat and the vehicle-history service are outside our site and have policies of their own.',
      ],
    },
    {
      heading: 'How long',
      paragraphs: [
        'As long as your account exists, and for bookings as long as bookkeeping rules require. A newsletter address that is not confirmed is deleted.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can see, correct, download and delete your data, and object to its use. Write to us through the contact page; you may also complain to your data protection authority.',
      ],
    },
  ],
};
