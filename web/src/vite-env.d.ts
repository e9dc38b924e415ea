/** The virtual module that build/texts.ts provides: where each language's texts lie. */
declare module 'virtual:texts' {
  export const textAddresses: Record<'en' | 'de' | 'tr', string>;
}
