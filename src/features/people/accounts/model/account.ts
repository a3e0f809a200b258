import { slugWords } from '#lib/slug.ts';
import { paths } from '#paths.ts';

/** Pending: email address not confirmed yet. Inactive: cannot log in. */
export const USER_STATUSES = ['Pending', 'Active', 'Inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Filter parameters of the user list, both in the page URL and in the API query. */
export const USER_FILTERS = ['search', 'status', 'createdFrom', 'createdTo', 'lastLoginAfter'] as const;
export const USER_QUERY = [...USER_FILTERS, 'sort', 'order', 'page'] as const;

export const USER_SORTS = ['name', 'email', 'status', 'lastLogin'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const USERS_ON_A_PAGE = 20;

/** Path of a seller's page. Only the id in it identifies the seller; the name is for readers. */
export function sellerPath({ id, name }: { id: number; name: string }): string {
  return paths.seller.replace(':slug', encodeURIComponent(`${slugWords(name, 'seller')}-${id}`));
}
