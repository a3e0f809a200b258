/** The values by which the back office filters and orders users, as the address of its screen and the call name them. */
export const USER_QUERY = [
  'search',
  'status',
  'createdFrom',
  'createdTo',
  'lastLoginAfter',
  'sort',
  'order',
  'page',
] as const;
export const USER_FILTERS = USER_QUERY.slice(0, 5);

export const USER_SORTS = ['name', 'email', 'status', 'lastLogin'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const USERS_ON_A_PAGE = 20;
