/** Pending: email address not confirmed yet. Inactive: cannot log in. */
export const USER_STATUSES = ['Pending', 'Active', 'Inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
