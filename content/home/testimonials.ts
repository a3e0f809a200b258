export type Testimonial = {
  name: string;
  /** The car as the customer calls it. */
  carPurchased: string;
  text: string;
  /** 1 to 5. */
  rating: number;
  verified: boolean;
  date: string;
  isoDate: string;
  make: string;
  model: string;
  year: number;
};

export const testimonials: Testimonial[] = [
  {
    name: 'Amina K.',
    carPurchased: '2021 BYD Han EV',
    text: 'I had never sent money abroad before. The inspection photos matched the car that rolled off the ship in Mombasa, down to the scratch they had told me about.',
    rating: 5,
    verified: true,
    date: 'March 12, 2024',
    isoDate: '2024-03-12',
    make: 'BYD',
    model: 'Han',
    year: 2021,
  },
  {
    name: 'Chinedu O.',
    carPurchased: '2019 Geely Coolray',
    text: 'The price breakdown was the price I paid. My clearing agent in Lagos had every document before the vessel arrived.',
    rating: 4,
    verified: true,
    date: 'April 3, 2024',
    isoDate: '2024-04-03',
    make: 'Geely',
    model: 'Coolray',
    year: 2019,
  },
  {
    name: 'Laura M.',
    carPurchased: '2022 MG ZS EV',
    text: 'I compared four cars over two weeks and nobody pushed me. Battery health was in the report, and it was right.',
    rating: 5,
    verified: true,
    date: 'May 21, 2024',
    isoDate: '2024-05-21',
    make: 'MG',
    model: 'ZS EV',
    year: 2022,
  },
  {
    name: 'Joseph T.',
    carPurchased: '2018 Toyota Corolla',
    text: 'Shipping took nine days longer than planned. They told me the same day and kept me informed. The car is what they said it was.',
    rating: 4,
    verified: true,
    date: 'June 9, 2024',
    isoDate: '2024-06-09',
    make: 'Toyota',
    model: 'Corolla',
    year: 2018,
  },
  {
    name: 'Fatou D.',
    carPurchased: '2020 Haval H6',
    text: 'We bought two for our company. One chat, one contact person, container shipping for both, and no surprise at the port of Dakar.',
    rating: 5,
    verified: true,
    date: 'July 2, 2024',
    isoDate: '2024-07-02',
    make: 'Haval',
    model: 'H6',
    year: 2020,
  },
  {
    name: 'Daniel R.',
    carPurchased: '2020 Chery Tiggo 7',
    text: 'The VIN check showed an earlier repair, so I passed on the first car. The second one was clean, and that is the one I drive.',
    rating: 4,
    verified: false,
    date: 'August 17, 2024',
    isoDate: '2024-08-17',
    make: 'Chery',
    model: 'Tiggo 7',
    year: 2020,
  },
];
