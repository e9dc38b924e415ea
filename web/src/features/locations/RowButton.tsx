/** A full-width button for a row of a list; the class of the caller sets its columns and spacing. */
import type { ComponentProps } from 'react';
import { classNames } from '../../ui/classNames.ts';
import styles from './RowButton.module.css';

export function RowButton({ className, ...props }: Omit<ComponentProps<'button'>, 'type'>) {
  return <button {...props} type="button" className={classNames(styles.row, className)} />;
}
