/** Keeps what was typed and pressed before the app had started: on a slow network that takes seconds. */

/** The last press is noted by the script in the page (`build/startAfterFirstPaint.js`). */
interface Painted extends HTMLElement {
  pressed?: Element | null;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The fields of both are in the same order, because the first paint was rendered from the same page. */
export function keepInput(painted: Painted): void {
  keepTyped(painted);
  repeatPress(painted);
}

function repeatPress(painted: Painted): void {
  const controls = controlsOf(painted);
  const own = controlsOf(document.getElementById('root'));
  const index = controls.indexOf(painted.pressed as HTMLElement);
  // After the typed values have been rendered: the press may send them.
  if (controls.length === own.length) setTimeout(() => own[index]?.click());
}

function keepTyped(painted: HTMLElement): void {
  const typed = fieldsOf(painted);
  const fields = fieldsOf(document.getElementById('root'));
  const isSameForm =
    typed.length === fields.length &&
    typed.every(({ type }, index) => type === fields[index]?.type);
  if (!isSameForm) return;
  for (const [index, { value }] of typed.entries()) {
    const field = fields[index];
    if (field && value !== '' && field.value === '') write(field, value);
  }
  const focused = typed.indexOf(document.activeElement as Field);
  const field = fields[focused];
  if (!field) return;
  field.focus({ preventScroll: true });
  // A field for e-mail addresses has no selection.
  if (/^(text|search|password|textarea)$/.test(field.type))
    field.setSelectionRange(field.value.length, field.value.length);
}

const controlsOf = (parent: HTMLElement | null) => [
  ...(parent?.querySelectorAll<HTMLElement>('main :is(button, input, select)') ?? []),
];

const fieldsOf = (parent: HTMLElement | null) => [
  ...(parent?.querySelectorAll<Field>(
    'input:is([type="text"], [type="email"], [type="password"], [type="search"]), textarea',
  ) ?? []),
];

/** Through the element's own setter and an event, as React notices only these. */
function write(field: Field, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
