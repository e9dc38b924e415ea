/** A guess at how hard a password is to guess. It only advises: what is accepted, the server decides. */
export type PasswordStrength = 'empty' | 'weak' | 'fair' | 'strong';

/** Bits from which most guessing gives up, and from which nobody can go on. */
const fairBits = 40;
const strongBits = 60;

/** How many letters somebody who guesses must try for each kind that occurs. */
const alphabets: ReadonlyArray<readonly [RegExp, number]> = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 20],
];

export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return 'empty';
  const alphabet = alphabets.reduce(
    (sum, [kind, size]) => sum + (kind.test(password) ? size : 0),
    0,
  );
  const bits = surprisingLetters(password) * Math.log2(Math.max(alphabet, 2));
  if (bits < fairBits) return 'weak';
  return bits < strongBits ? 'fair' : 'strong';
}

/** Letters that do not follow from the one before, as in `aaaa`, `abcd` or `4321`. */
function surprisingLetters(password: string): number {
  const codes = [...password].map((letter) => letter.codePointAt(0) ?? 0);
  return codes.filter((code, index) => {
    const before = codes[index - 1];
    return before === undefined || Math.abs(code - before) > 1;
  }).length;
}
