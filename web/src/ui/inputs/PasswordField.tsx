/** A password field with a button that shows what was typed. */
import { useState } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import { Field, type FieldProps } from './Field.tsx';

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'end' | 'isMultiline'> {
  autoComplete: 'current-password' | 'new-password';
  showLabel: string;
  hideLabel: string;
}

export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...rest}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          icon={isShown ? 'eyeOff' : 'eye'}
          label={isShown ? hideLabel : showLabel}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
