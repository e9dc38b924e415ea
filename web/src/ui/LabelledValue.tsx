/** A value whose name is left to the eye: ears hear name and value. Words hidden beside it would each be a layer to paint and to search. */
interface LabelledValueProps {
  name: string;
  className?: string | undefined;
  /** The value as it is written. */
  children: string;
}

export function LabelledValue({ name, className, children }: LabelledValueProps) {
  return (
    <span className={className} role="img" aria-label={`${name} ${children}`}>
      {children}
    </span>
  );
}
