/** Draws the text of a terminal, with its colours, as a page that can be photographed. */
import type { Page } from '@playwright/test';

/** The palette of common terminals on a dark ground; codes as in ECMA-48, 8.3.117. */
const styles: Record<string, string> = {
  '1': 'font-weight:700',
  '2': 'opacity:.65',
  '30': 'color:#0d1117',
  '31': 'color:#ff7b72',
  '32': 'color:#7ee787',
  '33': 'color:#f2cc60',
  '36': 'color:#76e3ea',
  '41': 'background:#b62324',
  '43': 'background:#9e6a03',
  '44': 'background:#1f6feb',
  '94': 'color:#79c0ff',
  '97': 'color:#fff',
};

export async function showTerminal(page: Page, command: string, output: string) {
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: #0d1117 }
    pre { display: inline-block; margin: 0; padding: 20px 24px; color: #e6edf3;
      font: 14px/1.35 "DejaVu Sans Mono", monospace }
    b { color: #7ee787; font-weight: 400 }
  </style><pre><b>$</b> ${escapeHtml(command)}\n${colored(output.trimEnd())}</pre>`);
  return page.locator('pre');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins every style.
const styled = /\u001b\[([\d;]+)m(.*?)\u001b\[0m/gs;

function colored(output: string): string {
  return escapeHtml(output).replace(styled, (_, codes: string, text: string) => {
    const css = codes.split(';').map((code) => {
      const style = styles[code];
      if (!style) throw new Error(`no style for the code ${code}`);
      return style;
    });
    return `<span style="${css.join(';')}">${text}</span>`;
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
