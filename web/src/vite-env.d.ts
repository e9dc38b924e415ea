/** The virtual module that build/texts.ts provides: where each language's texts lie, and the words for when they fail. */
declare module 'virtual:texts' {
  type ByLanguage<T> = Record<'en' | 'de' | 'tr', T>;
  export const textAddresses: ByLanguage<string>;
  export const startTexts: ByLanguage<{ failed: string; reload: string }>;
}
