import { act, render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HistoryRouter } from './HistoryRouter.tsx';
import { type Navigate, useNavigate } from './navigation.ts';

let navigate: Navigate | undefined;

function Page() {
  navigate = useNavigate();
  return null;
}

test('a position of the last frame, which no event has reported yet, returns', async () => {
  let position = 0;
  vi.stubGlobal('scrollTo', (_left: number, top: number) => {
    position = top;
  });
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => position);
  const traverse = async (step: () => void) => {
    const isDone = new Promise((resolve) =>
      window.addEventListener('popstate', resolve, { once: true }),
    );
    step();
    await act(() => isDone);
  };
  render(
    <HistoryRouter>
      <Page />
    </HistoryRouter>,
  );

  act(() => navigate?.('/help'));
  position = 300;
  await traverse(() => window.history.back());
  await waitFor(() => expect(position).toBe(0));
  await traverse(() => window.history.forward());

  await waitFor(() => expect(position).toBe(300));
});
