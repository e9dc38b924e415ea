/** The accessible name and description of an element, as far as our pages use them. */
export function nameOf(element: Element): string {
  const labelledBy = textOfIds(element.getAttribute('aria-labelledby'));
  const name =
    labelledBy || element.getAttribute('aria-label') || labelText(element) || ownText(element);
  const group = element.matches('input[type="radio"]') ? groupName(element) : '';
  return normalizeSpaces(group ? `${group}: ${name}` : name);
}

/** Its hints and errors. */
export function descriptionOf(element: Element): string {
  return normalizeSpaces(textOfIds(element.getAttribute('aria-describedby')));
}

function textOfIds(ids: string | null): string {
  return (ids ?? '')
    .split(' ')
    .map((id) => (id && document.getElementById(id)?.textContent) || '')
    .join(' ')
    .trim();
}

function labelText(element: Element): string {
  if (!('labels' in element)) return '';
  const labels = [...((element as HTMLInputElement).labels ?? [])];
  return labels.map(spokenText).join(' ');
}

function groupName(element: Element): string {
  return element.closest('fieldset')?.querySelector('legend')?.textContent ?? '';
}

function ownText(element: Element): string {
  if (element.matches('main')) return document.title;
  if (element.matches('input, select, textarea, [role="slider"]')) return '';
  return spokenText(element);
}

/** The text without decorative parts. */
function spokenText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"], select, script'))
    hidden.remove();
  // Adjacent elements are separated by a space.
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode()) words.push(walker.currentNode.textContent ?? '');
  return words.join(' ');
}

function normalizeSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
