import { afterEach, expect, test } from 'vitest';
import { storeSignupReason, takeContinueAt } from './continue-at.ts';

const at = (address: string) => history.replaceState(null, '', address);

const start = location.href;
afterEach(() => at(start));

test('the link in the welcome email returns once to the page that led to the sign-up', () => {
  at('/SignUp?next=%2Fpayment%2F12%3Fto%3DKE-KEMBA');
  storeSignupReason();
  expect(takeContinueAt()).toBe('/payment/12?to=KE-KEMBA');
  expect(takeContinueAt()).toBeNull();
});

test.each(['/SignUp', '/SignUp?next=%2F%2Fevil.example', '/SignUp?next=https%3A%2F%2Fevil.example'])(
  '%s leads to no other site',
  (address) => {
    at(address);
    storeSignupReason();
    expect([null, '/Dashboard']).toContain(takeContinueAt());
  },
);
