/**
 * The text of each page of a PDF that Chromium has printed, without spaces, which a PDF has no characters for. Chromium's
 * PDF library names a font or drawing after its object: `/F4` is object 4.
 */
import { inflateSync } from 'node:zlib';

export function pdfText(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => textOf(referred(head, 'Contents', objects), objects));
}

interface PdfObject {
  head: string;
  /** The inflated content; empty for an object without one. */
  content: string;
}
type Objects = Map<string, PdfObject>;

function readObjects(pdf: Buffer): Objects {
  const text = pdf.toString('latin1');
  const objects: Objects = new Map();
  for (const [, id = '', body = ''] of text.matchAll(/(\d+) 0 obj\s([\s\S]*?)\sendobj/g)) {
    const [head = '', packed] = body.split(/stream\r?\n/, 2);
    const isPacked = packed !== undefined && head.includes('/FlateDecode');
    const content = isPacked ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : '';
    objects.set(id, { head, content });
  }
  return objects;
}

function referred(head: string, key: string, objects: Objects): string {
  const id = new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? '';
  return objects.get(id)?.content ?? '';
}

function textOf(content: string, objects: Objects): string {
  let letters = new Map<string, string>();
  let text = '';
  for (const [, font, glyphs, drawing] of content.matchAll(
    /\/F(\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\/X(\d+) Do/g,
  )) {
    if (font) letters = lettersOf(referred(objects.get(font)?.head ?? '', 'ToUnicode', objects));
    if (drawing) text += textOf(objects.get(drawing)?.content ?? '', objects);
    if (glyphs) {
      const digits = [...letters.keys()][0]?.length ?? 4;
      const codes = glyphs.match(new RegExp(`.{${digits}}`, 'g')) ?? [];
      text += codes.map((code) => letters.get(code.toUpperCase()) ?? '').join('');
    }
  }
  return text.replace(/\s/g, '');
}

/** The letters of the glyphs of a font (PDF 1.7, 9.10.3). */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  const decode = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', unicode = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      letters.set(code.toUpperCase(), decode(unicode));
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', unicode = ''] of block.matchAll(
      /<(\w+)>\s*<(\w+)>\s*<(\w+)>/g,
    ))
      for (let at = Number.parseInt(from, 16); at <= Number.parseInt(to, 16); at += 1) {
        const code = at.toString(16).toUpperCase().padStart(from.length, '0');
        const first = Number.parseInt(unicode, 16);
        letters.set(code, String.fromCharCode(first + at - Number.parseInt(from, 16)));
      }
  return letters;
}
