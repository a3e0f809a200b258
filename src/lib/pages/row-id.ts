/** Checks for a valid row id, because URLs and forms may contain anything. */
export const isRowId = (id: string) => /^[1-9]\d{0,15}$/.test(id);
