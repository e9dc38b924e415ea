/** What an element is called: the words a screen reader would use, from the places where our pages put them. */
export function nameOf(element: Element): string {
  const labelledBy = textOfIds(element.getAttribute('aria-labelledby'));
  const name =
    labelledBy || element.getAttribute('aria-label') || labelText(element) || ownText(element);
  const group = element.matches('input[type="radio"]') ? groupName(element) : '';
  return tidy(group ? `${group}: ${name}` : name);
}

/** Hints and errors that belong to it. */
export function descriptionOf(element: Element): string {
  return tidy(textOfIds(element.getAttribute('aria-describedby')));
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

/** The text without what is only there to be seen. */
function spokenText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"], select, script'))
    hidden.remove();
  // Blocks and spans side by side are words apart.
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode()) words.push(walker.currentNode.textContent ?? '');
  return words.join(' ');
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
