/** A rough estimate of password strength. It is only a hint: the server decides what is accepted. */
export type PasswordStrength = 'empty' | 'weak' | 'fair' | 'strong';

/** Bits of entropy that resist casual and offline guessing. */
const fairBits = 40;
const strongBits = 60;

/** How many characters have to be tried for each kind that occurs. */
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
  const bits = unpredictableCharacters(password) * Math.log2(Math.max(alphabet, 2));
  if (bits < fairBits) return 'weak';
  return bits < strongBits ? 'fair' : 'strong';
}

/** Counts characters that do not continue a sequence such as `aaaa`, `abcd` or `4321`. */
function unpredictableCharacters(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  return codes.filter((code, index) => {
    const before = codes[index - 1];
    return before === undefined || Math.abs(code - before) > 1;
  }).length;
}
