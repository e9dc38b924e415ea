/** A value with its name in an `aria-label`; cheaper to paint than visually hidden text beside every value. */
interface LabelledValueProps {
  name: string;
  className?: string | undefined;
  /** The formatted value. */
  children: string;
}

export function LabelledValue({ name, className, children }: LabelledValueProps) {
  return (
    <span className={className} role="img" aria-label={`${name} ${children}`}>
      {children}
    </span>
  );
}
