/** A text input or text area with a label, a hint and an error. */
import { type HTMLInputAutoCompleteAttribute, memo, type ReactNode, type Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import { useLatestCallback } from '../useLatestCallback.ts';
import styles from './Field.module.css';
import { InputError } from './InputError.tsx';

export interface FieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'search' | 'password' | 'time';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric';
  hint?: string;
  /** Marks the field as invalid and is announced with it. */
  error?: string | undefined;
  isRequired?: boolean;
  isMultiline?: boolean;
  /** Shown inside the box, at its end. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Field({ onChange, ...rest }: FieldProps) {
  return <MemoizedField {...rest} onChange={useLatestCallback(onChange)} />;
}

/** A form renders all its fields on every key, and each takes milliseconds on a slow phone. */
const MemoizedField = memo(function MemoizedField({
  label,
  hint,
  error,
  isMultiline = false,
  end,
  ref,
  autoComplete,
  ...rest
}: FieldProps) {
  return (
    <TextField
      {...rest}
      autoComplete={autoComplete as string}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={styles.box}>
        {isMultiline ? (
          <TextArea className={styles.input ?? ''} rows={5} />
        ) : (
          <Input ref={ref} className={styles.input ?? ''} />
        )}
        {end}
      </div>
      {hint && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError>{error && <InputError text={error} />}</FieldError>
    </TextField>
  );
});
