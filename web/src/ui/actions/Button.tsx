/** A button. The native element is enough, so `/` loads no library for it (decision 0031). */
import type { ButtonHTMLAttributes } from 'react';
import { classNames } from '../classNames.ts';
import { Spinner } from '../status/Spinner.tsx';
import styles from './Button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerQuiet';
  /** While a request runs: the button is disabled and keeps its width. */
  isPending?: boolean;
  pendingLabel?: string;
}

export function Button({
  look = 'primary',
  isPending = false,
  pendingLabel,
  className,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[look], className)}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
    >
      <span className={styles.content} data-hidden={isPending || undefined}>
        {children}
      </span>
      {isPending && (
        <span className={styles.pending}>
          <Spinner label={pendingLabel} size={1.25} />
        </span>
      )}
    </button>
  );
}
