/** What a user types before the app has started. */
import { beforeEach, expect, test, vi } from 'vitest';
import { keepInput } from './keepInput.ts';

const form = '<input type="email"><input type="password"><textarea></textarea>';
let painted: HTMLElement;
let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `<div id="first-paint">${form}</div><div id="root">${form}</div>`;
  painted = document.getElementById('first-paint') as HTMLElement;
  root = document.getElementById('root') as HTMLElement;
});

const fields = (parent: HTMLElement) =>
  [...parent.querySelectorAll<HTMLInputElement>('input, textarea')] as [
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
  ];

test('it is in the app’s form, which notices it, and the focus stays', () => {
  const [email, password] = fields(painted);
  const [ownEmail, ownPassword, ownMessage] = fields(root);
  const noticed = vi.fn();
  root.addEventListener('input', noticed);
  email.value = 'ada@example.org';
  password.value = 'king';
  password.focus();
  keepInput(painted);
  expect([ownEmail.value, ownPassword.value, ownMessage.value]).toEqual([
    'ada@example.org',
    'king',
    '',
  ]);
  expect(noticed).toHaveBeenCalledTimes(2);
  expect(ownPassword).toHaveFocus();
  expect(ownPassword.selectionStart).toBe(4);
});

test('the last press is repeated on the same control, after the typed values', () => {
  vi.useFakeTimers();
  for (const parent of [painted, root])
    parent.innerHTML =
      '<main><input type="email"><button>Log in</button><button>Help</button></main>';
  const [logIn] = root.querySelectorAll('button');
  const pressed = vi.fn(() => fields(root)[0].value);
  logIn?.addEventListener('click', pressed);
  fields(painted)[0].value = 'ada@example.org';
  keepInput(Object.assign(painted, { pressed: painted.querySelector('button') }));
  vi.runAllTimers();
  expect(pressed).toHaveReturnedWith('ada@example.org');
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('without a press nothing is pressed', () => {
  vi.useFakeTimers();
  for (const parent of [painted, root]) parent.innerHTML = '<main><button>Log in</button></main>';
  const pressed = vi.fn();
  root.addEventListener('click', pressed);
  keepInput(painted);
  vi.runAllTimers();
  expect(pressed).not.toHaveBeenCalled();
});

test('what the app has filled in is not overwritten', () => {
  fields(painted)[0].value = 'a@example.org';
  fields(root)[0].value = 'known@example.org';
  keepInput(painted);
  expect(fields(root)[0].value).toBe('known@example.org');
});

test('another form gets nothing of it', () => {
  fields(painted)[1].value = 'secret';
  root.innerHTML = '<input type="search"><input type="text"><textarea></textarea>';
  keepInput(painted);
  expect(fields(root).map(({ value }) => value)).toEqual(['', '', '']);
});
