/** What stands in a form and what is wrong with it, by our own checks and by the server's answer. */
import { useState } from 'react';
import { useTranslation } from '../i18n/I18n.tsx';
import type { FieldErrors } from './checks.ts';
import { fieldText } from './fieldText.ts';

export interface FormState<T> {
  values: T;
  set: (change: Partial<T>) => void;
  /** What to say beside a field; a change to the field takes it back. */
  problem: (name: keyof T & string, serverName?: string) => string | undefined;
  /** Runs `send` when the checks find nothing wrong. */
  submit: (send: (values: T) => void) => void;
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
      setValues({ ...values, ...change });
      setChanged(new Set([...changed, ...Object.keys(change)]));
    },
    problem(name, serverName = name) {
      if (changed.has(name)) return undefined;
      const key = errors[name] ?? fieldText(serverError, serverName);
      return key && t(key);
    },
    submit(send) {
      const found = check(values);
      setErrors(found);
      setChanged(new Set());
      if (Object.values(found).every((error) => error === undefined)) send(values);
    },
  };
}
