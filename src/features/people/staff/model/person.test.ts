import { expect, test } from 'vitest';
import { ROLES } from '#features/people/sessions/model/roles.ts';
import { decides, INVITED_ROLES } from './person.ts';

test('one person may give only roles that do not decide', () => {
  expect(ROLES.filter((role) => !decides(role))).toEqual(INVITED_ROLES);
});
