/** The placeholder of content that is loading. */
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Skeleton } from './Skeleton.tsx';

test('it is hidden from screen readers', () => {
  const { container } = render(<Skeleton shape="line" width="8em" />);
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
});
