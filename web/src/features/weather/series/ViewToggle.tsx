/** A button with icon and text that switches how data is presented, such as chart or table. */
import type { ComponentProps } from 'react';
import { classNames } from '../../../ui/classNames.ts';
import { Icon, type IconName } from '../../../ui/Icon.tsx';
import styles from './ViewToggle.module.css';

interface ViewToggleProps extends Omit<ComponentProps<'button'>, 'type'> {
  icon: IconName;
}

export function ViewToggle({ icon, className, children, ...props }: ViewToggleProps) {
  return (
    <button {...props} type="button" className={classNames(styles.toggle, className)}>
      <Icon name={icon} size={1.125} />
      {children}
    </button>
  );
}
