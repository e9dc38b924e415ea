/** Describes a control in one sentence: name, role, state and description. */
import type { Translation } from '../../i18n/I18n.tsx';
import { descriptionOf, nameOf } from './accessibleName.ts';

type Translate = Translation['t'];

export function describeControl(element: Element, t: Translate): string {
  const parts = [nameOf(element), ...stateOf(element, t), problemOf(element, t)];
  return [...parts, descriptionOf(element)].filter(Boolean).join(', ');
}

/** Its role and the state that changes while it is used. */
export function stateOf(element: Element, t: Translate): string[] {
  if (element.matches('[role="tab"]'))
    return [t('voice.tab', positionAmong(element, '[role="tab"]'))];
  if (element.matches('[role="slider"], input[type="range"]')) {
    return [t('voice.slider'), sliderValue(element)];
  }
  if (element.matches('summary, [aria-expanded]')) {
    return [t('voice.button'), t(isExpanded(element) ? 'voice.expanded' : 'voice.collapsed')];
  }
  if (element.matches('button')) return [t('voice.button')];
  if (element.matches('a[href]')) return [t('voice.link')];
  if (element instanceof HTMLSelectElement) {
    return [t('voice.list'), element.selectedOptions[0]?.text ?? ''];
  }
  if (element instanceof HTMLInputElement) return inputState(element, t);
  return element instanceof HTMLTextAreaElement ? [t('voice.textField'), element.value] : [];
}

/** The texts of alerts that were added to the page. */
export function newProblems(changes: MutationRecord[]): string[] {
  return changes
    .flatMap(({ addedNodes }) => [...addedNodes])
    .map((node) => (node instanceof Element && node.closest('[role="alert"]') ? node : null))
    .map((node) => node?.textContent?.trim() ?? '')
    .filter(Boolean);
}

function inputState(input: HTMLInputElement, t: Translate): string[] {
  if (input.type === 'radio') {
    const option = t('voice.option', positionAmong(input, `input[name="${input.name}"]`));
    return input.checked ? [option, t('voice.selected')] : [option];
  }
  if (input.type === 'checkbox') {
    const isSwitch = input.getAttribute('role') === 'switch';
    if (isSwitch) return [t('voice.switch'), t(input.checked ? 'voice.on' : 'voice.off')];
    return [t('voice.checkbox'), t(input.checked ? 'voice.checked' : 'voice.notChecked')];
  }
  // Passwords are never read aloud.
  if (input.autocomplete.endsWith('password')) return [t('voice.passwordField')];
  return [t('voice.textField'), input.value];
}

function problemOf(element: Element, t: Translate): string {
  return element.getAttribute('aria-invalid') === 'true' ? t('voice.invalid') : '';
}

function sliderValue(element: Element): string {
  const text = element.getAttribute('aria-valuetext') ?? '';
  return text || (element instanceof HTMLInputElement ? element.value : '');
}

function isExpanded(element: Element): boolean {
  return (
    element.getAttribute('aria-expanded') === 'true' ||
    (element.parentElement instanceof HTMLDetailsElement && element.parentElement.open)
  );
}

function positionAmong(element: Element, selector: string): { number: number; count: number } {
  const all = [
    ...(element.closest('fieldset, [role="tablist"]')?.querySelectorAll(selector) ?? []),
  ];
  return { number: all.indexOf(element) + 1, count: all.length };
}
