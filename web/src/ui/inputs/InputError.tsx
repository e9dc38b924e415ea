/** The error of an input, with its icon. */
import { Icon } from '../Icon.tsx';
import styles from './InputError.module.css';

export function InputError({ id, text }: { id?: string; text: string }) {
  return (
    <span id={id} className={styles.error}>
      <Icon name="warning" size={1} />
      {text}
    </span>
  );
}
