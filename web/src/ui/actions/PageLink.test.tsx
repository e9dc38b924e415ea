/** Links between the pages of the app. */
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { HistoryRouter } from '../../navigation/HistoryRouter.tsx';
import { useLocation } from '../../navigation/navigation.ts';
import { PageLink } from './PageLink.tsx';

function Address() {
  const { pathname, search, state } = useLocation();
  return <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
}

beforeEach(() => {
  window.history.replaceState(null, '', '/help');
  render(
    <HistoryRouter>
      <PageLink to="/help">Help</PageLink>
      <PageLink to="/login?next=%2F" state={{ email: 'a' }}>
        Login
      </PageLink>
      <Address />
    </HistoryRouter>,
  );
});

const link = (name: string) => screen.getByRole('link', { name });

test('a press opens the page with its state, and Back returns', async () => {
  fireEvent.click(link('Login'));
  expect(await screen.findByText('/login?next=%2F {"email":"a"}')).toBeInTheDocument();
  expect(link('Login')).toHaveAttribute('aria-current', 'page');
  expect(link('Help')).not.toHaveAttribute('aria-current');
  window.history.back();
  expect(await screen.findByText('/help null')).toBeInTheDocument();
});

test('a press with a key opens a new tab, which is left to the browser', () => {
  const isHandled = !fireEvent.click(link('Login'), { ctrlKey: true });
  expect(isHandled).toBe(false);
  expect(screen.getByText('/help null')).toBeInTheDocument();
});

test('a link to the current page adds no step to the history', () => {
  const steps = window.history.length;
  fireEvent.click(link('Help'));
  expect(window.history.length).toBe(steps);
});
