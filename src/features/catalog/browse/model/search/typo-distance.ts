/**
 * Counts missing, added, wrong and swapped letters between two words (optimal string alignment). Returns `limit + 1` as
 * soon as the distance exceeds the limit.
 */
export function typoDistance(typed: string, meant: string, limit: number): number {
  if (Math.abs(typed.length - meant.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: meant.length + 1 }, (_, index) => index);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= meant.length; j++) {
      const same = typed[i - 1] === meant[j - 1];
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      if (swapped) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[meant.length]!;
}

/** Returns the set of letters of a word, hashed to 32 bits. */
export function letterBits(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

/** Whether two words may be within `limit` typos, by their letters: a typo adds one letter and removes one at most. */
export function mayBeClose(one: number, other: number, limit: number): boolean {
  let different = one ^ other;
  for (let left = 2 * limit; left > 0 && different !== 0; left--) different &= different - 1;
  return different === 0;
}

/** Returns how many typos a word of this length may contain. */
export function typosAllowed(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}
