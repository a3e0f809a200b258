/**
 * Normalizes a name for comparison: compatibility-folded, lower case, only letters and digits of any script. 'Lynk &
 * Co' is 'lynkco'.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '')
    .normalize('NFC');
}
