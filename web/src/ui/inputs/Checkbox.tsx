/** A checkbox in a form, with its error. */
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { Icon } from '../Icon.tsx';
import styles from './Checkbox.module.css';
import { InputError } from './InputError.tsx';

interface CheckboxProps {
  name: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
}

export function Checkbox({ name, isChecked, onChange, error, children }: CheckboxProps) {
  return (
    <div>
      <AriaCheckbox
        className={styles.checkbox ?? ''}
        name={name}
        isSelected={isChecked}
        onChange={onChange}
        isInvalid={error !== undefined}
        validationBehavior="aria"
        aria-describedby={error ? `${name}-error` : undefined}
      >
        <span className={styles.box} aria-hidden="true">
          {isChecked && <Icon name="check" size={1.1} />}
        </span>
        <span>{children}</span>
      </AriaCheckbox>
      {error && <InputError id={`${name}-error`} text={error} />}
    </div>
  );
}
