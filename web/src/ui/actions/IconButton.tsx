/** A square button with an icon and an accessible name. */
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from '../classNames.ts';
import { Icon, type IconName } from '../Icon.tsx';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconName;
  label: string;
  look?: 'plain' | 'onSky';
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, look = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(styles.button, styles[look], className)}
    >
      <Icon name={icon} />
    </button>
  );
}
