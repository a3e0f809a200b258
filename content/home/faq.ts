export type FaqItem = { question: string; answer: string };

/** Short answers: an open one has room for ten lines on a small phone. */
export const faq: FaqItem[] = [
  {
    question: 'How do I know the car is what the listing says?',
    answer:
      'Our team decides which cars are marked Certified, and each car’s page says what that rests on. You can request an inspection and a vehicle history report before you pay anything.',
  },
  {
    question: 'What does the price include?',
    answer:
      'The price is for the car. Each car page adds 8% tax and a registration fee of $300 and shows the total. Shipping and import duty are extra.',
  },
  {
    question: 'How does booking a car work?',
    answer:
      'You pay 25% of the total to book the car. It is then taken off the market for you, and we confirm the booking by email.',
  },
  {
    question: 'How long until my car arrives?',
    answer:
      'Usually 21 to 55 days: 3 to 5 for documents, 1 to 2 for inspection, 2 to 3 for customs, and 15 to 45 at sea, depending on your port.',
  },
  {
    question: 'Container or RoRo: which one should I choose?',
    answer:
      'RoRo means that the car is driven onto the ship. It suits a single car that runs. A container is closed and suits one to three vehicles together.',
  },
  {
    question: 'Can I import any car into my country?',
    answer:
      'No. Many countries limit a car’s age or which side the steering wheel is on. Choose your country at a car, and we show whether you may import it and why. Where we don’t know the rules of a country, we say so: ask us before you book.',
  },
  {
    question: 'Can I sell or rent out my own car here?',
    answer:
      'Yes. Create an account and list your car in four steps with up to five photos. We check the listing before buyers see it.',
  },
];
