/** Filter parameters of the user list, both in the page URL and in the API query. */
export const USER_FILTERS = ['search', 'status', 'createdFrom', 'createdTo', 'lastLoginAfter'] as const;
export const USER_QUERY = [...USER_FILTERS, 'sort', 'order', 'page'] as const;

export const USER_SORTS = ['name', 'email', 'status', 'lastLogin'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const USERS_ON_A_PAGE = 20;
