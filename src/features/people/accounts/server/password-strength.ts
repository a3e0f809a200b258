import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { findPasswordProblem, type PasswordPolicy, type Strength } from '../model/password-policy.ts';

/** The time of an estimate grows with the square of the length: 30 characters take up to 60 ms. */
const JUDGED_LENGTH = 30;
/** Takes 30 ms and 15 MB, so it is made when it is first needed. */
let zxcvbn: ZxcvbnFactory | undefined;

/**
 * Estimates how hard a password is to guess, from leaked passwords, keyboard patterns, dates and repetitions. Only the first
 * JUDGED_LENGTH characters count. `known`: what an attacker knows about the person, such as name and email address.
 */
export function passwordStrength(password: string, known: readonly string[]): Strength {
  zxcvbn ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const words = known
    .map((text) => text.split(/[^\p{L}\p{N}]+/u))
    .flatMap((parts) => [...parts, parts.join('')])
    .filter((word) => word.length > 2);
  const { guesses, score } = zxcvbn.check([...password].slice(0, JUDGED_LENGTH).join(''), ['carquay', ...words]);
  return { guesses, score };
}

/** Returns the message for a new password that the policy does not accept. */
export const weaknessOf = (password: string, policy: PasswordPolicy, known: readonly string[]) =>
  findPasswordProblem(password, policy, (typed) => passwordStrength(typed, known));
