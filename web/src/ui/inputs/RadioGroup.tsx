/** A choice of one from a few visible options. */
import { Label } from 'react-aria-components/Label';
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup';
import styles from './RadioGroup.module.css';

interface RadioGroupProps<T extends string> {
  label: string;
  value: T;
  options: ReadonlyArray<{ value: T; label: string; hint?: string }>;
  onChange: (value: T) => void;
}

export function RadioGroup<T extends string>({
  label,
  value,
  options,
  onChange,
}: RadioGroupProps<T>) {
  return (
    <AriaRadioGroup
      className={styles.group ?? ''}
      value={value}
      onChange={(chosen) => onChange(chosen as T)}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={styles.radio ?? ''}>
          <span className={styles.dot} aria-hidden="true" />
          <span>
            {option.label}
            {option.hint && <span className={styles.hint}>{option.hint}</span>}
          </span>
        </Radio>
      ))}
    </AriaRadioGroup>
  );
}
