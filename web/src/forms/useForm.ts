/** The state of a form: its values and errors, from our own checks and from the server's response. */
import { useState } from 'react';
import { useTranslation } from '../i18n/I18n.tsx';
import type { FieldErrors } from './checks.ts';
import { fieldText } from './fieldText.ts';

export interface FormState<T> {
  values: T;
  set: (change: Partial<T>) => void;
  /** The error shown beside a field; it disappears when the field is changed. */
  problem: (name: keyof T & string, serverName?: string) => string | undefined;
  /** Runs `send` when all checks pass: those of the form, or others for another way to submit it. */
  submit: (send: (values: T) => void, otherCheck?: (values: T) => FieldErrors<T>) => void;
}

export function useForm<T extends object>(
  initial: T,
  check: (values: T) => FieldErrors<T>,
  serverError: Error | null,
): FormState<T> {
  const { t } = useTranslation();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<T>>({});
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());

  return {
    values,
    set(change) {
      // Several fields may change before the next rendering, as when typed values are taken over at the start.
      setValues((current) => ({ ...current, ...change }));
      setChanged((current) => new Set([...current, ...Object.keys(change)]));
    },
    problem(name, serverName = name) {
      if (changed.has(name)) return undefined;
      const key = errors[name] ?? fieldText(serverError, serverName);
      return key && t(key);
    },
    submit(send, otherCheck = check) {
      const found = otherCheck(values);
      setErrors(found);
      setChanged(new Set());
      if (Object.values(found).every((error) => error === undefined)) send(values);
    },
  };
}
