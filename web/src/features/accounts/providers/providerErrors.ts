/** What can go wrong between the press of a provider's button and its answer. */
import type { TextKey } from '../../../i18n/texts.ts';

export type Provider = 'google' | 'apple';

/** A brand's name is the same in every language. */
export const providerNames: Record<Provider, string> = { google: 'Google', apple: 'Apple' };

/** The sentence for a sign-in that the server refused. */
export const refusedTexts: Record<Provider, TextKey> = {
  google: 'auth.googleFailed',
  apple: 'auth.appleFailed',
};

export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem';
  readonly text: TextKey;

  constructor(text: TextKey) {
    super(text);
    this.text = text;
  }
}

/** The person changed their mind: nothing to tell. */
export class ProviderCancelled extends Error {
  override readonly name = 'ProviderCancelled';
}
