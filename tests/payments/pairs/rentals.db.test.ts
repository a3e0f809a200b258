import { testPairs } from '../../support/acts/act-pairs.ts';
import { beginScenes, type Held, paymentOf } from '../../support/mail/order-scenes.ts';
import {
  addSecuredTerms,
  bringBack,
  captureHold,
  charge,
  damaged,
  holdCard,
  moveSecurity,
  pickUp,
  releaseHold,
  rental,
  secured,
} from '../../support/mail/rental-walks.ts';

const site = await beginScenes();
await addSecuredTerms();

const complete = ({ order }: Held) => site.office(`orders/${order}/complete`, undefined);
const cancelByOffice = async ({ order }: Held) =>
  site.office(`payments/${await paymentOf(order)}/refund`, { reason: 'The car broke down.' });

testPairs('a rental before its pick-up', () => rental(), {
  pick_up: pickUp,
  take_security: moveSecurity('taken'),
  cancel_by_office: cancelByOffice,
});

testPairs('a rental that asks for a security deposit', secured, {
  hold_card: (rented) => holdCard(rented),
  pick_up: pickUp,
  take_security: moveSecurity('taken'),
  cancel_by_office: cancelByOffice,
});

testPairs(
  'a rented car',
  async () => {
    const rented = await rental();
    await moveSecurity('taken')(rented);
    await pickUp(rented);
    return rented;
  },
  { bring_back: bringBack, return_security: moveSecurity('returned'), charge, complete },
);

testPairs('a damaged car whose deposit is held on a card', damaged, {
  'the deposit is released': releaseHold,
  'the deposit is taken': captureHold,
  charge,
  complete,
});
