import { dictionary } from '@zxcvbn-ts/language-common';

/** Common passwords from published leaks; the list comes with zxcvbn-ts. */
export const commonPasswords = {
  has(password: string): boolean {
    return passwords().has(password.toLowerCase());
  },
};

let loaded: Set<string> | undefined;

function passwords(): Set<string> {
  loaded ??= new Set(dictionary['passwords-common']);
  return loaded;
}
