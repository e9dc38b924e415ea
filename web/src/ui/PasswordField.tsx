/** A password, hidden until its owner wants to see it. */
import { useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

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
