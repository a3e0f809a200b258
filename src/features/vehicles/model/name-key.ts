/** A name as it is compared: compatibility-folded, lower case, letters and digits of any script only. 'Lynk & Co' is 'lynkco'. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '')
    .normalize('NFC');
}
