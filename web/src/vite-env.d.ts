/** The virtual module of build/texts.ts: the address of each language's texts, and the texts shown when they fail to load. */
declare module 'virtual:texts' {
  type ByLanguage<T> = Record<'en' | 'de' | 'tr', T>;
  export const textAddresses: ByLanguage<string>;
  export const startTexts: ByLanguage<{ failed: string; reload: string }>;
}
